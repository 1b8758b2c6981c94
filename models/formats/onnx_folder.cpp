#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "models/formats/onnx.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

nlohmann::json port_names(const std::vector<OnnxPort>& ports) {
  nlohmann::json names = nlohmann::json::array();
  for (const OnnxPort& port : ports) names.push_back(port.name);
  return names;
}

/// Keys that Hugging Face's configurations have too are called as there.
nlohmann::json onnx_config(const TransformerOptions& o, const OnnxGraph& encoder, const OnnxGraph& decoder) {
  nlohmann::json config{{"model_type", "heed"},
                        {"is_encoder_decoder", true},
                        {"opset", OnnxGraph::opset},
                        {"d_model", o.layer.d_model},
                        {"encoder_layers", o.encoder_layers},
                        {"decoder_layers", o.decoder_layers},
                        {"decoder_attention_heads", o.layer.heads},
                        {"max_length", o.layer.max_length},
                        {"vocab_size", o.source_vocab},
                        {"decoder_vocab_size", o.target_vocab},
                        {"pad_token_id", o.pad},
                        {"bos_token_id", SpecialIds().bos},
                        {"decoder_start_token_id", SpecialIds().bos},
                        {"eos_token_id", SpecialIds().eos},
                        {"bad_words_ids", {{o.pad}, {SpecialIds().bos}}}};  // never produced
  for (const OnnxGraph* const graph : {&encoder, &decoder})
    config["graphs"][graph->name] = {{"file", graph->name + ".onnx"},
                                     {"inputs", port_names(graph->inputs)},
                                     {"outputs", port_names(graph->outputs)}};
  return config;
}

nlohmann::json tokenizer_config(const ModelLanguage& source, const ModelLanguage& target,
                                std::int64_t longest) {
  const auto special = [](Vocabulary::Id id) {
    return Vocabulary::special_names[static_cast<std::size_t>(id)];
  };
  nlohmann::json config{{"tokenizer_class", "MarianTokenizer"},
                        {"source_lang", source.name},
                        {"target_lang", target.name},
                        {"unk_token", special(Vocabulary::unk)},
                        {"eos_token", special(Vocabulary::eos)},
                        {"pad_token", special(Vocabulary::pad)},
                        {"separate_vocabs", !(source.vocabulary == target.vocabulary)},
                        {"model_max_length", longest},
                        {"heed_tokens", to_string(source.tokenizer.kind())}};  // MarianTokenizer knows none
  if (source.tokenizer.letters() != usual_case(source.tokenizer.kind()))
    config["heed_case"] = to_string(source.tokenizer.letters());
  return config;
}

void write_vocabulary(const std::filesystem::path& file, const Vocabulary& vocabulary) {
  nlohmann::json numbers = nlohmann::json::object();
  for (std::size_t id = 0; id < vocabulary.size(); ++id) numbers[vocabulary.tokens()[id]] = id;
  write_json(file, numbers);
}

}  // namespace

void save_onnx(const std::filesystem::path& folder, const Translator& translator) {
  const Transformer* const model = std::get_if<Transformer>(&translator.model());
  if (model == nullptr)
    throw_error<UsageError>(tr_noop("an LSTM is not written as ONNX: only Transformers are"));
  const OnnxGraph encoder = onnx_encoder(*model), decoder = onnx_decoder(*model);
  const ModelLanguage &source = translator.source(), &target = translator.target();
  write_new_folder(folder, [&](const std::filesystem::path& inside) {
    for (const OnnxGraph* const graph : {&encoder, &decoder})
      atomic_write(inside / (graph->name + ".onnx"), std::string_view(onnx_bytes(*graph)));
    write_json(inside / "tokenizer_config.json", tokenizer_config(source, target, model->max_length()));
    write_vocabulary(inside / "vocab.json", source.vocabulary);
    if (!(source.vocabulary == target.vocabulary))
      write_vocabulary(inside / "target_vocab.json", target.vocabulary);
    for (const auto& [name, language] : {std::pair("source.spm", &source), std::pair("target.spm", &target)})
      if (const auto& subwords = language->tokenizer.subwords())
        atomic_write(inside / name, std::string_view(subwords->bytes()));
    write_json(inside / "config.json", onnx_config(model->options(), encoder, decoder));
  });
}

}  // namespace heed
