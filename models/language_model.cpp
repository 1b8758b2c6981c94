#include "models/language_model.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/formats/gpt2.hpp"
#include "models/saved_net.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Says if heed has written it: then it holds its own tokens.
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
  save_net(file, "gpt", model_, tokens_.texts());
}

LanguageModel LanguageModel::load(const std::filesystem::path& path) {
  if (is_gpt2_folder(path) && !is_saved_gpt(path)) return load_gpt2_folder(path);
  return read_saved(path, "gpt", [&](const SavedModel& file) -> LanguageModel {
    TextTokens tokens = TextTokens::from(file);
    Gpt model = load_net<Gpt>(file);
    if (tokens.size() != model.options().vocabulary)
      throw_error<SizesError>("{}: {} tokens for a model of {}; train and save the model again",
                              path.string(), tokens.size(), model.options().vocabulary);
    return {std::move(model), std::move(tokens)};
  });
}

}  // namespace heed
