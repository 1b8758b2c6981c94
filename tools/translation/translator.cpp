#include "tools/translation/translator.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/checkpoint.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/unicode.hpp"
#include "nn/batch.hpp"
#include "nn/checkpoint.hpp"

namespace heed {
namespace {

constexpr const char* version_key = "heed.version";
constexpr const char* version = "1";

/// The settings in a file must be those of its own tensors: damaged ones could ask for any amount of memory.
void check_settings(const SafetensorsHeader& header, const TransformerOptions& o, const std::string& path) {
  check_options(o);
  const auto within = [&](bool good, const char* key, double value, const char* rule) {
    if (!good)
      throw_error<FormatError>(
          "{}: its settings say that {} is {}: must be {}; train and save the model again", path, key, value,
          rule);
  };
  within(o.dropout >= 0 && o.dropout < 1, "dropout", o.dropout, "at least 0 and below 1");
  within(o.layer_norm_eps > 0 && o.layer_norm_eps <= 1, "layer_norm_eps", o.layer_norm_eps,
         "above 0 and at most 1");
  within(o.pad == Vocabulary::pad, "pad", o.pad, "0, the id of <pad>");
  const auto require = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
    const auto found = std::find_if(header.tensors.begin(), header.tensors.end(),
                                    [&](const TensorEntry& entry) { return entry.name == name; });
    if (found == header.tensors.end() || found->shape != shape)
      throw_error<SizesError>(
          "{}: its settings ask for {} of {}, and it {}; train and save the model again", path, name,
          shape_text(shape), found == header.tensors.end() ? "is missing" : "is " + shape_text(found->shape));
  };
  require("source_embedding.weight", {o.source_vocab, o.d_model});
  require("target_embedding.weight", {o.target_vocab, o.d_model});
  require(fmt::format("encoder.layers.{}.linear1.weight", o.encoder_layers - 1),
          {o.dim_feedforward, o.d_model});
  require(fmt::format("decoder.layers.{}.linear1.weight", o.decoder_layers - 1),
          {o.dim_feedforward, o.d_model});
  constexpr std::int64_t most_positions = 1'000'000;
  if (o.max_length > most_positions)
    throw_error<FormatError>("{}: its settings speak of {} positions, {} are possible", path, o.max_length,
                             most_positions);
}

Translator read_translator(const std::filesystem::path& path) {
  const SafetensorsHeader header = read_safetensors_header(path);
  require_version(header, version_key, version, path.string());
  const auto field = [&](const char* key) -> const std::string& {
    const auto found = header.metadata.find(key);
    if (found == header.metadata.end())
      throw_error<FormatError>("{}: the metadata have no '{}': was this file written by heed?", path.string(),
                               key);
    return found->second;
  };
  const auto vocabulary = [&](const char* key) {
    try {
      return vocabulary_from_json(field(key));
    } catch (const FormatError&) {
      throw;
    } catch (const Error& e) {
      throw_error<FormatError>("{}: '{}': {}; train and save the model again", path.string(), key, e.what());
    }
  };
  const TransformerOptions options = [&] {
    const std::string& json = field("heed.transformer");
    try {
      return options_from_json(json);
    } catch (const Error& e) {
      throw_error<FormatError>("{}: {}", path.string(), e.what());
    }
  }();
  Vocabulary source = vocabulary("heed.source_vocabulary"), target = vocabulary("heed.target_vocabulary");
  if (static_cast<std::int64_t>(source.size()) != options.source_vocab ||
      static_cast<std::int64_t>(target.size()) != options.target_vocab) {
    throw_error<SizesError>("{}: vocabularies of {} and {} words for a model of {} and {}", path.string(),
                            source.size(), target.size(), options.source_vocab, options.target_vocab);
  }
  check_settings(header, options, path.string());
  Rng rng(0);
  Transformer model(options, rng);
  std::vector<ExpectedTensor> expected;
  for (const auto& [name, array] : model.state_dict())
    expected.push_back({name, {array.shape().begin(), array.shape().end()}});
  require_tensors(header, expected, path.string());
  model.load_state_dict(load_checkpoint(path).weights);
  model.eval();
  return {std::move(model),
          std::move(source),
          std::move(target),
          parse_tokenisation(field("heed.tokenisation")),
          {field("heed.source_language"), field("heed.target_language")}};
}

/// Sentence i without the byte-order mark that some editors put first; else it would be a word of its own.
std::string_view readable(const std::vector<std::string>& sentences, std::size_t i) {
  std::string_view text = sentences[i];
  if (const auto bad = first_invalid_utf8(text)) {
    throw_error<Error>(
        "{}byte {} (0x{:02X}) is not UTF-8; type it in a terminal of UTF-8, or use iconv -t UTF-8",
        sentences.size() > 1 ? fmt::format("sentence {}: ", i + 1) : "", *bad + 1,
        static_cast<unsigned>(static_cast<unsigned char>(text[*bad])));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

Translator::Translator(Transformer model, Vocabulary source, Vocabulary target, Tokenisation tokenisation,
                       Languages languages)
    : model_(std::move(model)),
      source_(std::move(source)),
      target_(std::move(target)),
      tokenisation_(tokenisation),
      languages_(std::move(languages)) {}

std::vector<std::vector<Hypothesis>> Translator::decode(const std::vector<std::vector<std::int32_t>>& sources,
                                                        const BeamOptions& options) const {
  const Tokens batch = make_sources(sources);
  if (options.beam > 1) return beam_search(model_, batch, options);
  std::vector<std::vector<Hypothesis>> single;
  for (Hypothesis& h : greedy_decode(model_, batch, options.decoding)) single.push_back({std::move(h)});
  return single;
}

std::vector<Translation> Translator::translate(const std::vector<std::string>& sentences,
                                               const BeamOptions& options) const {
  std::vector<Translation> results;
  std::vector<std::vector<std::int32_t>> sources;
  const auto most = static_cast<std::size_t>(model_.options().max_length - 1);  // <eos> takes a place
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    Translation result;
    result.source = tokenise(readable(sentences, i), tokenisation_);
    if (result.source.size() > most) {
      result.source.resize(most);
      result.cut = true;
    }
    for (const std::string& token : result.source) {
      if (!source_.contains(token)) result.unknown.push_back(token);
    }
    sources.push_back(source_.encode(result.source));
    results.push_back(std::move(result));
  }
  if (sources.empty()) return results;
  const std::vector<std::vector<Hypothesis>> hypotheses = decode(sources, options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].source.empty()) continue;  // what the model would make up belongs to no word
    results[i].target = target_.decode(hypotheses[i].front().tokens);
    results[i].text = detokenise(results[i].target, tokenisation_);
    results[i].finished = hypotheses[i].front().finished;
    for (const Hypothesis& h : hypotheses[i]) {
      results[i].alternatives.push_back({detokenise(target_.decode(h.tokens), tokenisation_), h.score});
    }
  }
  return results;
}

std::vector<std::string> Translator::decode_all(const std::vector<std::vector<std::int32_t>>& sources,
                                                const BeamOptions& options, std::size_t sentences) const {
  // Sentences of about one length side by side: less padding.
  std::vector<std::size_t> order(sources.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sources[a].size() < sources[b].size(); });
  std::vector<std::string> texts(sources.size());
  for (std::size_t first = 0; first < order.size(); first += sentences) {
    const std::size_t last = std::min(order.size(), first + sentences);
    std::vector<std::vector<std::int32_t>> batch;
    for (std::size_t i = first; i < last; ++i) batch.push_back(sources[order[i]]);
    const std::vector<std::vector<Hypothesis>> hypotheses = decode(batch, options);
    for (std::size_t i = first; i < last; ++i)
      texts[order[i]] = join_with_spaces(target_.decode(hypotheses[i - first].front().tokens));
  }
  return texts;
}

TranslationAttention Translator::attention(const Translation& translation) const {
  const NoGrad no_grad;
  TranslationAttention look;
  look.source = translation.source;
  look.source.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  look.input.emplace_back(Vocabulary::special_names[Vocabulary::bos]);
  look.input.insert(look.input.end(), translation.target.begin(), translation.target.end());
  look.output = translation.target;
  look.output.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  const std::vector<std::vector<std::int32_t>> source{source_.encode(translation.source)};
  std::vector<std::int32_t> input{Vocabulary::bos};
  for (std::int32_t id : target_.encode(translation.target)) input.push_back(id);
  const auto steps = static_cast<std::int64_t>(input.size());
  model_(make_sources(source), Tokens({1, steps}, std::move(input)), &look.encoder, &look.decoder);
  return look;
}

void Translator::save(const std::filesystem::path& path) const {
  save_checkpoint(path, model_.state_dict(),
                  {{version_key, version},
                   {"heed.transformer", options_to_json(model_.options())},
                   {"heed.tokenisation", std::string(to_string(tokenisation_))},
                   {"heed.source_language", languages_.source},
                   {"heed.target_language", languages_.target},
                   {"heed.source_vocabulary", to_json(source_)},
                   {"heed.target_vocabulary", to_json(target_)}});
}

Translator Translator::load(const std::filesystem::path& path) {
  try {
    return read_translator(path);
  } catch (const UsageError& problem) {  // what would be a wrong call elsewhere is a damaged file here
    throw_error<FormatError>("{}: its settings cannot be: {}; train and save the model again", path.string(),
                             problem.what());
  }
}

}  // namespace heed
