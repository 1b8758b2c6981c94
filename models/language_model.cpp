#include "models/language_model.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/safetensors.hpp"
#include "models/gpt2_file.hpp"
#include "models/gpt2_tokens.hpp"
#include "models/options_json.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

Gpt load_gpt(const SavedModel& file) {
  const auto o = saved_options<GptOptions>(file);
  file.require_tensor("wte.weight", {o.vocabulary, o.d_model});
  file.require_tensor("wpe.weight", {o.max_length, o.d_model});
  file.require_tensor(fmt::format("h.{}.mlp.c_fc.weight", o.layers - 1), {o.d_model, o.dim_feedforward});
  Rng rng(0);
  Gpt model(o, rng);
  file.load_into(model);
  return model;
}

/// Whether heed has written it: then it holds its own tokens.
bool is_saved_gpt(const std::filesystem::path& folder) {
  return has_weights(folder) &&
         kind_of(read_safetensors_header(folder / "model.safetensors").metadata) == "gpt";
}

/// The prompt as it was given, not as its tokens say it again, and what comes behind it.
std::string continued(std::string_view prompt, const std::string& said, std::string all) {
  if (prompt.empty() || !all.starts_with(said)) return all;
  std::string_view rest = std::string_view(all).substr(said.size());
  // Words know no space at the end, and begin with the one before them.
  if (prompt.back() == ' ' && !said.ends_with(' ') && rest.starts_with(' ')) rest.remove_prefix(1);
  return fmt::format("{}{}", prompt, rest);
}

/// The files of one model, as they are published; a folder with a model.safetensors of heed's has none of
/// these.
bool is_gpt2_folder(const std::filesystem::path& path) {
  return std::filesystem::exists(path / "config.json") || std::filesystem::exists(path / "vocab.json") ||
         std::filesystem::exists(path / "merges.txt");
}

}  // namespace

std::vector<LanguageModel::Text> LanguageModel::write(std::string_view prompt, std::int64_t count,
                                                      const SamplingOptions& options) const {
  std::vector<Text> all;
  write(prompt, count, options, [&](const std::vector<Text>& texts) {
    all.insert(all.end(), texts.begin(), texts.end());
    return true;
  });
  return all;
}

void LanguageModel::write(std::string_view prompt, std::int64_t count, const SamplingOptions& given,
                          const std::function<bool(const std::vector<Text>&)>& on_texts) const {
  SamplingOptions options = given;
  const DecodingOptions ids = tokens_.ids();
  const std::vector<std::int32_t> ends = tokens_.ends();
  // The token that closes a text may be produced.
  options.decoding.bos = std::ranges::find(ends, ids.bos) == ends.end() ? ids.bos : -1;
  options.decoding.eos = ids.eos;
  options.decoding.pad = ids.pad;
  options.decoding.unknown = ids.unknown;
  const std::vector<std::int32_t> said = tokens_.encode(prompt), begun = tokens_.encode_prompt(prompt);
  // A few at a time: each holds the keys and values of all of its tokens.
  for (std::int64_t done = 0; done < count; done += at_a_time) {
    const std::int64_t batch = std::min(count - done, at_a_time);
    std::vector<std::int32_t> rows;
    for (std::int64_t i = 0; i < batch; ++i) rows.insert(rows.end(), begun.begin(), begun.end());
    options.first_row = given.first_row + static_cast<std::uint64_t>(done);
    std::vector<Text> texts;
    for (const Hypothesis& h : sample(model_, Tokens({batch, std::ssize(begun)}, rows), options)) {
      std::vector<std::int32_t> all = said;
      const auto end = std::ranges::find_first_of(h.tokens, ends);  // of several, another than ids.eos
      all.insert(all.end(), h.tokens.begin(), end);
      texts.push_back({continued(prompt, tokens_.decode(said), tokens_.decode(all)),
                       h.finished || end != h.tokens.end()});
    }
    if (!on_texts(texts)) return;
  }
}

void LanguageModel::save(const std::filesystem::path& file) const {
  save_model(file, "gpt", options_to_json(model_.options()), model_, tokens_.texts());
}

void LanguageModel::save_gpt2(const std::filesystem::path& folder) const {
  write_new_folder(folder, [&](const std::filesystem::path& inside) {
    save(inside / "model.safetensors");
    atomic_write(inside / "config.json", gpt2_config(model_.options(), tokens_));
    if (const ByteBpe* bpe = tokens_.byte_pairs()) {
      atomic_write(inside / "vocab.json", bpe->vocab_json());
      atomic_write(inside / "tokenizer_config.json", gpt2_tokenizer_config(tokens_));
      // GPT2Tokenizer leaves out the first line, whatever it is.
      atomic_write(inside / "merges.txt", "#version: 0.2\n" + bpe->merges());
    }
  });
}

LanguageModel LanguageModel::load(const std::filesystem::path& path) {
  return read_saved(path, [&]() -> LanguageModel {
    if (is_gpt2_folder(path) && !is_saved_gpt(path)) {
      Gpt2Tokens read = load_gpt2_tokens(path);
      return {load_gpt2(path / "model.safetensors", read.ids), std::move(read.tokens)};
    }
    const SavedModel file(path);
    file.require_kind("gpt");
    TextTokens tokens = TextTokens::from(file);
    Gpt model = load_gpt(file);
    if (tokens.size() != model.options().vocabulary)
      throw_error<SizesError>("{}: {} tokens for a model of {}; train and save the model again",
                              path.string(), tokens.size(), model.options().vocabulary);
    return {std::move(model), std::move(tokens)};
  });
}

}  // namespace heed
