// A BERT that tells classes of texts apart, together with its tokens and the names of the classes: text in,
// class out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/masked_language_model.hpp"
#include "nn/classification_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Texts, and the number of each one's class.
struct LabelledTexts {
  std::vector<std::string> texts{};
  std::vector<std::int32_t> classes{};
};

/// A classifier of texts begins with one of these: an encoder that has found hidden words, or new weights.
enum class FirstWeights { pretrained, anew };

struct ClassifierOptions {
  std::vector<std::string> classes{};  // their names
  std::string left_out{};              // code points of a text that it does not look at, such as "?"
  FirstWeights from = FirstWeights::pretrained;
  std::uint64_t seed = 1;  // of what begins anew; the classifier itself always does
};

struct ClassifierTraining {
  std::int64_t steps = 120;  // rounded up to whole epochs
  std::size_t batch = 16;    // texts a step
  double learning_rate = 5e-4;
  std::uint64_t seed = 1;               // of the order, and of dropout
  std::function<bool()> should_stop{};  // true ends the training
  std::function<void(std::int64_t step, std::int64_t steps)> on_step{};
};

/// So often all texts are trained on, and in so many steps: the first whole epochs that are how.steps or
/// more.
struct WholeEpochs {
  std::int64_t epochs = 0, steps = 0;
};
WholeEpochs whole_epochs(const ClassifierTraining& how, std::size_t texts);

class TextClassifier {
 public:
  /// Throws Error unless the net has as many classes as there are names, each another one and none empty, and
  /// an id more than there are tokens.
  TextClassifier(Bert model, TextTokens tokens, std::vector<std::string> classes, std::string left_out);
  /// A net of the sizes of this model and with its tokens, to be trained.
  static TextClassifier on(const MaskedLanguageModel& model, const ClassifierOptions& options);

  struct Class {
    std::string name;
    double probability;
  };
  /// All classes, the most probable one first. Throws Error for a text that is longer than the model.
  std::vector<Class> classify(std::string_view text) const;
  /// The logits of the class are those of the mean of a text's tokens: nothing has trained the first one.
  LabelledSet labelled(const LabelledTexts& texts) const;
  /// Trains the whole net. Returns whether it was stopped; its weights are worth little then. Throws Error if
  /// there is no text.
  bool learn(const LabelledTexts& texts, const ClassifierTraining& how) const;
  /// Share of the texts whose class is told right.
  double accuracy(const LabelledTexts& texts) const;

  /// Net, tokens, options and names in one safetensors file (models/saved_model.hpp), and back. Throws Error.
  void save(const std::filesystem::path& file) const;
  static TextClassifier load(const std::filesystem::path& path);

  const Bert& model() const { return model_; }
  const TextTokens& tokens() const { return tokens_; }
  const std::vector<std::string>& classes() const { return classes_; }
  /// A text as the net is given it: without the characters that it does not look at.
  std::string seen(std::string_view text) const;

 private:
  Bert model_;
  TextTokens tokens_;
  std::vector<std::string> classes_;
  std::string left_out_;
};

}  // namespace heed
