#include "models/text_classifier.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/unicode.hpp"
#include "models/saved_net.hpp"
#include "nn/trainer.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char *kind = "bert_classifier", *classes_key = "heed.classes",
                     *left_out_key = "heed.left_out";

std::vector<std::string> read_names(const SavedModel& file) {
  try {
    return parse_json(file.text(classes_key), file.path().string()).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw_error<FormatError>("{}: '{}' is no list of names; train and save the model again",
                             file.path().string(), classes_key);
  }
}

}  // namespace

TextClassifier::TextClassifier(Bert model, TextTokens tokens, std::vector<std::string> classes,
                               std::string left_out)
    : model_(std::move(model)),
      tokens_(std::move(tokens)),
      classes_(std::move(classes)),
      left_out_(std::move(left_out)) {
  const std::set<std::string> names(classes_.begin(), classes_.end());
  if (names.size() != classes_.size() || names.contains(""))
    throw_error<Error>("the names of the {} classes are not all there and different", classes_.size());
  if (std::ssize(classes_) != model_.options().classes)
    throw_error<Error>("{} names for {} classes", classes_.size(), model_.options().classes);
  if (tokens_.size() + 1 != model_.options().vocabulary)
    throw_error<Error>("{} tokens and a mask for a model of {}", tokens_.size(), model_.options().vocabulary);
}

TextClassifier TextClassifier::on(const MaskedLanguageModel& model, const ClassifierOptions& o) {
  BertOptions options = model.model().options();
  options.classes = std::ssize(o.classes);
  Rng rng(o.seed);
  const Bert bert(options, rng);
  if (o.from == FirstWeights::pretrained) {
    StateDict encoder = model.model().state_dict();
    std::erase_if(encoder, [](const auto& entry) {  // nothing has trained these
      return entry.first.starts_with("classifier.") || entry.first.starts_with("pooler.");
    });
    bert.load_state_dict(encoder, {.strict = false});
  }
  return {bert, model.tokens(), o.classes, o.left_out};
}

std::string TextClassifier::seen(std::string_view text) const {
  if (left_out_.empty()) return std::string(text);
  const std::u32string left_out = to_code_points(left_out_);
  std::u32string kept = to_code_points(text);
  std::erase_if(kept, [&](char32_t c) { return left_out.find(c) != std::u32string::npos; });
  return to_utf8(kept);
}

LabelledSet TextClassifier::labelled(const LabelledTexts& texts) const {
  std::vector<Example> examples;
  for (const std::string& text : texts.texts)
    examples.push_back({.source = {}, .target = tokens_.encode(seen(text))});
  const auto shared = std::make_shared<const std::vector<Example>>(std::move(examples));
  return {[bert = model_, shared](std::span<const std::size_t> these) {
            const EncoderInput input = encoder_input(*shared, these);
            return bert.classes(mean_token(bert(input), input.tokens));
          },
          texts.classes};
}

std::vector<TextClassifier::Class> TextClassifier::classify(std::string_view text) const {
  const NoGrad no_grad;
  const Evaluating evaluating(model_);
  const std::size_t first[] = {0};
  const Array p = softmax(labelled({{std::string(text)}, {0}}).logits(first), -1).value();
  std::vector<Class> all;
  for (std::size_t i = 0; i < classes_.size(); ++i)
    all.push_back({classes_[i], static_cast<double>(p.data()[i])});
  std::stable_sort(all.begin(), all.end(),
                   [](const Class& a, const Class& b) { return a.probability > b.probability; });
  return all;
}

WholeEpochs whole_epochs(const ClassifierTraining& how, std::size_t texts) {
  const std::size_t batch = std::max<std::size_t>(how.batch, 1);
  const auto an_epoch = static_cast<std::int64_t>(std::max<std::size_t>(1, (texts + batch - 1) / batch));
  const std::int64_t epochs = std::max<std::int64_t>(1, (how.steps + an_epoch - 1) / an_epoch);
  return {epochs, epochs * an_epoch};
}

bool TextClassifier::learn(const LabelledTexts& texts, const ClassifierTraining& how) const {
  Adam optimizer(model_.parameters(), {.lr = how.learning_rate});
  const WholeEpochs whole = whole_epochs(how, texts.classes.size());
  TrainingOptions options{.epochs = whole.epochs,
                          .schedule = cosine_schedule(how.learning_rate, whole.steps / 10, whole.steps),
                          .seed = how.seed,
                          .should_stop = how.should_stop};
  if (how.on_step) options.on_step = [&](const StepReport& s) { how.on_step(s.step, s.steps); };
  return train(classification_task(model_, labelled(texts), {}, {.batch = how.batch, .seed = how.seed}),
               optimizer, options)
      .interrupted;
}

double TextClassifier::accuracy(const LabelledTexts& texts) const {
  return heed::classify(model_, labelled(texts)).accuracy;
}

void TextClassifier::save(const std::filesystem::path& file) const {
  Metadata texts = tokens_.texts();
  texts[classes_key] = nlohmann::json(classes_).dump();
  if (!left_out_.empty()) texts[left_out_key] = left_out_;
  save_net(file, kind, model_, texts);
}

TextClassifier TextClassifier::load(const std::filesystem::path& path) {
  return read_saved(path, kind, [&](const SavedModel& file) -> TextClassifier {
    TextTokens tokens = TextTokens::from(file);
    Bert bert = load_net<Bert>(file);
    std::vector<std::string> names = read_names(file);
    const std::string* const left_out = file.find(left_out_key);
    try {
      return {std::move(bert), std::move(tokens), std::move(names), left_out == nullptr ? "" : *left_out};
    } catch (const Error& e) {
      throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"), path.string(), e.message());
    }
  });
}

}  // namespace heed
