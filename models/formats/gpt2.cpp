#include "models/formats/gpt2.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "models/formats/plain_names.hpp"
#include "models/saved_model.hpp"
#include "nn/checkpoint.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char *gpt2_base = "transformer", *table_name = "wte.weight", *head_name = "lm_head.weight";

/// Others are left out, as transformers leaves them out: masks (h.0.attn.bias, of any type) and other heads.
bool is_no_parameter(const std::string& stored) {
  static const std::regex parameter(
      R"((wte|wpe|lm_head)\.weight|(ln_f|h\..*(ln_[12]|attn\.c_attn|attn\.c_proj|mlp\.c_fc|mlp\.c_proj))\.(weight|bias))");
  return !std::regex_match(plain_name(stored, gpt2_base), parameter);
}

/// The first tensor of one name or the other: whoever saves a matrix that is tied may keep either.
StateDict with_one_table(StateDict weights, const std::string& label) {
  const auto head = std::ranges::find(weights, head_name, &StateDict::value_type::first);
  if (head == weights.end()) return weights;
  const Array* const table = find_tensor(weights, table_name);
  if (table != nullptr && !identical(head->second, *table))
    throw_error<FormatError>("{}: {} is not {}: GPT-2 has one matrix for both", label, head_name, table_name);
  if (table == nullptr)
    head->first = table_name;
  else
    weights.erase(head);
  return weights;
}

/// Keeps the rows of tokens that there are: those between and behind them are padding, which nobody writes.
void keep_rows(StateDict& weights, const std::vector<std::int64_t>& tokens, const std::string& label) {
  Array& table = std::ranges::find(weights, table_name, &StateDict::value_type::first)->second;
  if (tokens.back() >= table.dim(0))
    throw_error<SizesError>(
        "{}: vocab.json has {} tokens, and {} {} rows: these files do not belong together (tokens that other "
        "files add to vocab.json count)",
        label, tokens.back() + 1, table_name, table.dim(0));
  if (std::ssize(tokens) == table.dim(0)) return;
  std::vector<Array> rows;
  for (const std::int64_t row : tokens) rows.push_back(slice(table, 0, row, row + 1));
  table = concat(rows, 0);
}

const Array& find(const StateDict& weights, const std::string& name, std::int64_t axes,
                  const std::string& label) {
  const Array* const found = find_tensor(weights, name);
  if (found == nullptr) throw_error<FormatError>("{}: there is no {}: is this a GPT-2?", label, name);
  if (found->rank() != axes)
    throw_error<SizesError>("{}: {} has {} axes, not {}", label, name, found->rank(), axes);
  return *found;
}

/// Reads what config.json says beyond the tensors; what it says of their sizes must be so.
void read_config(const std::filesystem::path& path, GptOptions& options) {
  nlohmann::json config = read_json_object(path);
  const std::string label = path.string();
  // GPT2Config takes these names as well
  for (const auto& [name, other] :
       {std::pair("n_positions", "max_position_embeddings"), std::pair("n_embd", "hidden_size"),
        std::pair("n_layer", "num_hidden_layers"), std::pair("n_head", "num_attention_heads")})
    if (!config.contains(name) && config.contains(other)) config[name] = config[other];
  const std::string activation = text_value(config, "activation_function", "gelu_new", label);
  if (activation != "gelu_new" && activation != "gelu_pytorch_tanh")
    throw_error<FormatError>("{}: the activation is {}; GPT-2's is gelu_new", label, activation);
  // Other values would silently give other tokens.
  for (const auto& [name, value] :
       {std::pair("scale_attn_weights", true), std::pair("scale_attn_by_inverse_layer_idx", false),
        std::pair("add_cross_attention", false), std::pair("tie_word_embeddings", true)}) {
    if (flag_value(config, name, value, label) != value)
      throw_error<FormatError>("{}: {} is {}; only {} is computed", label, name, !value, value);
  }
  struct Size {
    const char* name;
    std::int64_t there;
    const char* what;
  };
  for (const auto& [name, there, what] :
       {Size{"vocab_size", options.vocabulary, "the rows of wte.weight"},
        Size{"n_positions", options.max_length, "the rows of wpe.weight"},
        Size{"n_embd", options.d_model, "the columns of wte.weight"},
        Size{"n_layer", options.layers, "the layers h.0, h.1, …"},
        Size{"n_inner", options.dim_feedforward, "the columns of h.0.mlp.c_fc.weight"}}) {
    if (const std::int64_t said = whole_number(config, name, there, label); said != there)
      throw_error<SizesError>(
          "{}: {} is {}; {} of model.safetensors are {}: these files do not belong together", label, name,
          said, what, there);
  }
  const std::int64_t usual = GptOptions().heads;
  options.heads = whole_number(config, "n_head", usual, label);
  if (!config.contains("n_head") && options.d_model % usual != 0)
    throw_error<FormatError>("{}: there is no n_head, the number of heads, which the weights do not show",
                             label);
  options.dropout = number_value(config, "embd_pdrop", options.dropout, label);
  options.layer_norm_eps = number_value(config, "layer_norm_epsilon", options.layer_norm_eps, label);
}

std::string gpt2_config(const GptOptions& o, const TextTokens& tokens) {
  const std::vector<std::int32_t> ends = tokens.ends();
  nlohmann::ordered_json config{{"model_type", "gpt2"},
                                {"architectures", {"GPT2LMHeadModel"}},
                                {"vocab_size", o.vocabulary},
                                {"n_positions", o.max_length},
                                {"n_embd", o.d_model},
                                {"n_layer", o.layers},
                                {"n_head", o.heads},
                                {"n_inner", o.dim_feedforward},
                                {"activation_function", "gelu_new"},
                                {"layer_norm_epsilon", o.layer_norm_eps},
                                {"attn_pdrop", o.dropout},
                                {"embd_pdrop", o.dropout},
                                {"resid_pdrop", o.dropout},
                                {"bos_token_id", tokens.ids().bos}};
  config["eos_token_id"] = ends;
  if (ends.size() == 1) config["eos_token_id"] = ends.front();
  if (tokens.ids().pad >= 0) config["pad_token_id"] = tokens.ids().pad;
  return config.dump(2) + '\n';
}

}  // namespace

Gpt load_gpt2(const std::filesystem::path& file, const std::vector<std::int64_t>& tokens) try {
  const std::string label = file.string();
  const StateDict stored = load_checkpoint(file, is_no_parameter).weights;
  StateDict weights = with_one_table(with_plain_names(stored, gpt2_base, label), label);
  const Array &wte = find(weights, table_name, 2, label), &wpe = find(weights, "wpe.weight", 2, label),
              &fc = find(weights, "h.0.mlp.c_fc.weight", 2, label);
  GptOptions options{.vocabulary = wte.dim(0),
                     .max_length = wpe.dim(0),
                     .d_model = wte.dim(1),
                     .heads = 0,
                     .layers = std::ranges::count_if(
                         weights, [](const auto& entry) { return entry.first.ends_with(".ln_1.weight"); }),
                     .dim_feedforward = fc.dim(1)};
  const auto config = file.parent_path() / "config.json";
  if (!std::filesystem::exists(config))
    throw_error<FormatError>(
        "{}: there is no {} beside it, and the weights do not show the number of heads: copy the model's, or "
        "write one with {{\"n_head\": HEADS}} (GPT-2's small one has 12)",
        label, config.string());
  read_config(config, options);
  if (!tokens.empty()) keep_rows(weights, tokens, label);
  options.vocabulary = find(weights, table_name, 2, label).dim(0);
  Rng rng(0);
  const Gpt model(options, rng);
  try {
    model.load_state_dict(weights);
  } catch (const Error& problem) {
    throw_error<FormatError>("{}: {}; take another copy of the model", label, problem.message());
  }
  model.eval();
  return model;
} catch (const UsageError& e) {
  throw_error<FormatError>("{}: {}", file.string(), e.message());
}

LanguageModel load_gpt2_folder(const std::filesystem::path& folder) try {
  const std::filesystem::path file = folder / "model.safetensors";
  std::int64_t rows = 0;
  for (const TensorEntry& tensor :
       has_weights(folder) ? read_safetensors_header(file).tensors : std::vector<TensorEntry>())
    if (const std::string name = plain_name(tensor.name, gpt2_base); name == table_name || name == head_name)
      rows = std::max(rows, tensor.shape.empty() ? 0 : tensor.shape[0]);
  Gpt2Tokens read = load_gpt2_tokens(folder, rows);
  return {load_gpt2(file, read.ids), std::move(read.tokens)};
} catch (const UsageError& problem) {
  refuse_settings(folder, problem);
}

void save_gpt2(const LanguageModel& model, const std::filesystem::path& folder) {
  const TextTokens& tokens = model.tokens();
  write_new_folder(folder, [&](const std::filesystem::path& inside) {
    model.save(inside / "model.safetensors");
    atomic_write(inside / "config.json", gpt2_config(model.model().options(), tokens));
    if (const ByteBpe* bpe = tokens.byte_pairs()) {
      atomic_write(inside / "vocab.json", bpe->vocab_json());
      atomic_write(inside / "tokenizer_config.json", gpt2_tokenizer_config(tokens));
      // GPT2Tokenizer leaves out the first line, whatever it is.
      atomic_write(inside / "merges.txt", "#version: 0.2\n" + bpe->merges());
    }
  });
}

}  // namespace heed
