// A saved model reads one text, and what it computes on the way is kept: for ./heed look and ./heed report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/any_model.hpp"
#include "nn/trace.hpp"

namespace heed {

/// A head that is left out: its part of a point.
struct Ablation {
  std::string point;
  std::int64_t head = 0;  // from 0
};

struct LookOptions {
  std::vector<std::string> points = {"*.pattern"};
  /// Of the sum of -log p of the tokens that are written.
  bool gradients = false;
  std::vector<Ablation> ablations{};
  /// A translation is cut off at so many tokens.
  std::int64_t longest = DecodingOptions{}.max_length;
};

/// What is written to `input`: the token after each of it; the word at each place, of BERT; the class of an
/// image.
enum class OutputIs { next, in_place, classes };

/// Grey, row by row: 0 black, 255 white.
struct SeenImage {
  std::int64_t height = 0, width = 0, patch = 0;
  std::vector<std::uint8_t> pixels{};
};

struct Looked {
  /// What an encoder reads, with <eos>; of a language model nothing. A word that the model does not know is
  /// "word→<unk>", here and in `input` and `output` of a language model.
  std::vector<std::string> source{};
  std::vector<std::string> input{};   // what the decoder or the language model reads; of BERT the places
  std::vector<std::string> output{};  // what `output_is` says
  std::vector<double> probability{};  // which the model gives to it
  bool finished = true;               // false: a translation that was cut off at LookOptions::longest
  std::string text{};                 // the translation, or BERT's text with its hidden words found
  std::string remarks{};              // what heed translate says of reading and writing it; may be empty
  std::vector<std::int32_t> next{};   // the ids of `output`
  std::string broken{};               // the first point with a value that is NaN or infinite, if any
  OutputIs output_is = OutputIs::next;
  std::optional<SeenImage> image{};       // of a ViT, what it read
  std::vector<std::string> vocabulary{};  // what logits stand for, by id; filled where they are looked at
  StateDict values{}, gradients{};
};

/// That a model computes NaN or infinity, and where first.
std::string broken_text(const std::string& model, const std::string& point);

/// What stands at the rows and columns of a point's values: tokens, or none where they are numbers of a
/// vector.
struct PointTokens {
  const std::vector<std::string>* rows = nullptr;
  const std::vector<std::string>* columns = nullptr;
};
PointTokens tokens_of(const Looked& looked, const std::string& point);

/// Whether the point has a number for each word of the vocabulary: "logits".
bool is_logits(const std::string& point);

/// Throws Error where no model is saved yet because its training has finished no epoch.
void require_finished_epoch(const std::filesystem::path& path);

/// A saved translator, language model, BERT or ViT, or a model that copies, reverses or sorts integers.
class LookableModel {
 public:
  /// A file, or a folder with a model.safetensors or GPT-2's files. Throws Error that says what is wrong.
  explicit LookableModel(const std::filesystem::path& path);
  /// Whether it is a saved model of another kind, such as a classifier of texts.
  static bool is_other(const std::filesystem::path& path);

  /// Tokens of what it would read. Throws Error for what is nothing of its kind.
  std::size_t length(const std::string& sentence) const;
  Module module() const { return module_of(model_); }
  const Translator* translator() const { return std::get_if<Translator>(&model_); }
  const Vit* vit() const { return std::get_if<Vit>(&model_); }
  const Transformer* transformer() const { return transformer_of(model_); }
  std::int64_t heads() const { return heads_of(model_); }
  /// An encoder-decoder answers greedily and then reads the sentence with its own answer; a language model
  /// reads it; BERT finds its words hidden as [MASK], else it says of each word how probable
  /// it is; a ViT says the class of an image, which the sentence names (look_at()). A model that computes
  /// NaN answers nothing, and what it computes is there all the same. Throws UsageError for points that there
  /// are not, Error for a sentence without tokens or too long for the model.
  Looked look(const std::string& sentence, const LookOptions& options) const;

 private:
  AnyModel model_;
};

}  // namespace heed
