// C17: the same parts build decoders, encoders and a reader of images.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "tools/bert/train_bert.hpp"
#include "tools/lab/both.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lm/train_language.hpp"
#include "tools/vit/train_vit.hpp"

namespace heed {
namespace {

/// What one model has learned, beside what guessing gives.
struct Learned {
  const char* name;
  std::string task;
  std::int64_t parameters = 0;
  double reached = 0, guessing = 0;
  std::string unit;
  bool more_is_better = true;
  bool yes() const { return more_is_better ? reached > 2 * guessing : reached < guessing / 2; }
};

Learned decoder(const LabOptions& options) {
  const LanguageData data = load_text({.level = 1, .sentences = options.quick ? 6'000U : 20'000U}, 64);
  LanguageSession session;
  session.model = {
      .max_length = 64, .d_model = 64, .heads = 4, .layers = 2, .dim_feedforward = 128, .dropout = 0};
  session.run.seed = options.seed, session.run.epochs = 5, session.run.learning_rate = 2e-3,
  session.shown = 0;
  const TrainedLanguage trained = train_language(data, session, {.talk = Talk::bar, .label = "GPT"});
  return {.name = "GPT",
          .task = "next word",
          .parameters = trained.model.model().parameter_count(),
          .reached = knowledge(trained.model.model(), data).perplexity,
          .guessing = static_cast<double>(data.tokens.size()),
          .unit = "perplexity",
          .more_is_better = false};
}

Learned encoder(const LabOptions& options) {
  const TextChoice text{.level = 1, .sentences = options.quick ? 6'000U : 20'000U};
  const LanguageData data = load_text(text, 64);
  BertSession session;
  session.model = {.max_length = 64,
                   .classes = 3,
                   .d_model = 64,
                   .heads = 4,
                   .layers = 2,
                   .dim_feedforward = 128,
                   .dropout = 0};
  session.run.seed = options.seed, session.run.epochs = 10, session.run.learning_rate = 2e-3;
  const TrainedBert trained = train_bert(data, session, {.talk = Talk::bar, .label = "BERT"});
  const Recovered r = recover_words(trained.model, text, options.quick ? 50 : 150);
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return {.name = "BERT",
          .task = "hidden words that the sentence determines",
          .parameters = trained.model.model().parameter_count(),
          .reached = share(r.determined_found, r.determined),
          .guessing = 100 / static_cast<double>(data.tokens.size()),
          .unit = "%"};
}

Learned images(const LabOptions& options) {
  const ImageData data = load_images({.images = options.quick ? 3'000U : 10'000U});
  VitSession session;
  session.model.layers = 2;
  session.run.seed = options.seed, session.run.epochs = 8;
  const TrainedVit trained = train_vit(data, session, {.talk = Talk::bar, .label = "ViT"});
  const NoGrad no_grad;
  return {.name = "ViT",
          .task = "drawn digits",
          .parameters = trained.model.parameter_count(),
          .reached = 100 * classify(trained.model, labelled(trained.model, data.test)).accuracy,
          .guessing = 100 / static_cast<double>(data.classes),
          .unit = "%"};
}

}  // namespace

Finding same_parts(const LabOptions& options) {
  const std::vector<Learned> all{decoder(options), encoder(options), images(options)};
  Table table{.columns = {{"model"},
                          {"task"},
                          {"parameters", Align::right},
                          {"unseen data", Align::right},
                          {"by guessing", Align::right}}};
  const auto value = [](double v, const std::string& unit) { return fmt::format("{:.1f} {}", v, unit); };
  for (const Learned& l : all)
    table.rows.push_back(
        {l.name, l.task, std::to_string(l.parameters), value(l.reached, l.unit), value(l.guessing, l.unit)});
  const auto learned = std::ranges::count_if(all, &Learned::yes);
  Finding finding{.verdict = learned == std::ssize(all) ? LabVerdict::holds
                             : learned > 0              ? LabVerdict::holds_in_part
                                                        : LabVerdict::does_not_hold};
  finding.measured = both(
      "{} of 3 learn their task: a decoder's perplexity is {:.1f} instead of {:.0f}, an encoder finds {:.1f} "
      "% of the hidden words "
      "that a sentence determines, and a reader of images names {:.1f} % of unseen digits",
      "셋 가운데 {}이 과제를 배웁니다: 디코더의 당혹도는 {:.1f}(찍으면 {:.0f}), 인코더는 문장이 결정하는 "
      "숨은 단어의 {:.1f} %를 찾고, 그림을 "
      "읽는 모델은 처음 보는 숫자의 {:.1f} %를 맞힙니다",
      learned, all[0].reached, all[0].guessing, all[1].reached, all[2].reached);
  finding.tables.push_back({{"MultiheadAttention, Linear, LayerNorm, Embedding, put together in three ways",
                             "MultiheadAttention, Linear, LayerNorm, Embedding를 세 가지로 조립"},
                            table});
  return finding;
}

}  // namespace heed
