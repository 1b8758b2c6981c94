// A saved model reads one input while named points of it are watched. The terminal, JSON and the page all
// show this one description.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/any_model.hpp"
#include "nn/trace.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

/// One head's part of a point, which is set to 0.
struct Ablation {
  std::string point;
  std::int64_t head = 0;  // from 0
};

struct ReadOptions {
  std::vector<std::string> points{};  // whose values are kept, as Trace takes them
  bool gradients = false;             // also theirs, of -Σ log p of the output
  std::vector<Ablation> ablations{};
  std::int64_t beam = 1;   // of the search for a translation; 1: greedy
  std::int64_t paths = 0;  // how many of the best translations stand in Reading::beam
  Usual usual{};           // see remarks()
};

/// A grey image, row by row: 0 is black, 255 white.
struct ReadImage {
  std::int64_t height = 0, width = 0, patch = 0;
  std::vector<std::uint8_t> pixels{};
};

/// A translation that a beam search ends with.
struct BeamPath {
  std::vector<std::string> tokens{};  // with <eos>, if it came to an end
  std::vector<double> probability{};  // of each token, given those before it
  std::string text;                   // as a person writes it
  double score = 0;                   // log p / length penalty
};

/// A word that the model does not know stands there as "word→<unk>".
struct Reading {
  std::vector<std::string> source{};  // the tokens of an encoder; none of a language model
  std::vector<std::string> input{};   // the tokens of a decoder; the places of BERT's words; "cls" of a ViT
  std::vector<std::string> output{};  // for each input the next token, the word there, or the class
  std::vector<std::int32_t> ids{};    // of `output`
  std::vector<double> probability{};  // that the model gives to `output`
  std::vector<std::string> vocabulary{};  // what each id of the output stands for
  std::string text{};                // the translation, BERT's text with its hidden words found, or the class
  std::string remarks{};             // on reading and writing it, as heed translate says them; may be empty
  std::vector<BeamPath> beam{};      // the best translations
  std::optional<ReadImage> image{};  // that a ViT reads
  StateDict values{}, gradients{};   // in the order in which the forward pass came by
};

/// An encoder-decoder answers and then reads the source with its own answer, several sentences as one; a
/// language model reads the text; BERT finds words hidden as [MASK], else it says how probable each word is;
/// a ViT says the class of an image, named by its number: "3" of the drawn digits of heed vit's test, "mnist
/// 3" of a folder's. Throws UsageError for points that do not exist, Error for an input without tokens or too
/// long for the model, NumericError where an answer is asked of a model that computes NaN.
Reading read_traced(const AnyModel& model, const std::string& input, const ReadOptions& options);

/// Leaves the heads out of every later pass. The pass throws UsageError for a head that does not exist.
void leave_out(Trace& trace, const std::vector<Ablation>& heads);

/// Fills values, gradients and probability of the reading; `forward` returns the logits of which
/// `reading.ids` are right; if there are none yet, those are that the model finds likeliest.
void traced_pass(Reading& reading, const Module& model, const ReadOptions& options,
                 const std::function<Variable()>& forward);

/// Opens a file, or a folder with a model.safetensors or GPT-2's files; nothing of a kind that is not looked
/// into, such as a classifier of texts. Throws Error that says what is wrong.
std::optional<AnyModel> open_for_reading(const std::filesystem::path& path);

/// Returns true if the point has a number for each word of the vocabulary: "logits".
bool is_logits(const std::string& point);

/// The tokens at rows and columns of a point's values; null where these are numbers of a vector.
struct PointTokens {
  const std::vector<std::string>* rows = nullptr;
  const std::vector<std::string>* columns = nullptr;
};
PointTokens tokens_of(const Reading& reading, const std::string& point);

/// An attention module whose pattern can be traced.
struct TracedAttention {
  std::string name;  // "decoder.layers.0.multihead_attn"
  bool cross = false, causal = false;
};
std::vector<TracedAttention> attentions_of(const Module& model);

}  // namespace heed
