// C17: the same parts build decoders, encoders and a reader of images.
#include <algorithm>
#include <cmath>
#include <functional>

#include "autograd/no_grad.hpp"
#include "lib/report/number.hpp"
#include "lib/score/significance.hpp"
#include "models/labelled_images.hpp"
#include "nn/next_token_task.hpp"
#include "tools/bert/train_bert.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/same_parts.hpp"
#include "tools/language/both.hpp"
#include "tools/lm/train_language.hpp"
#include "tools/vit/train_vit.hpp"

namespace heed {
namespace {

constexpr double learned_from = 2;  // times as good as by frequency alone

/// What one model has learned (least … most: 95 %), beside what comes of knowing how often each word or class
/// occurs, and nothing else.
struct Learned {
  const char* name;
  Bilingual task;
  std::int64_t parameters = 0;
  double reached = 0, least = 0, most = 0, by_frequency = 0;
  std::string unit;
  bool more_is_better = true;
  /// "62.1 %", "퍼플렉시티 12.3"
  Bilingual with_unit(const std::string& numbers) const {
    return {numbers + ' ' + unit, unit == "perplexity" ? "퍼플렉시티 " + numbers : ""};
  }
  /// Than frequencies: how many times as many are found, or as few words are left to choose from.
  LabNumber times_as_good() const {
    const auto times = [&](double x) { return more_is_better ? x / by_frequency : by_frequency / x; };
    return {.value = times(reached),
            .low = times(more_is_better ? least : most),
            .high = times(more_is_better ? most : least),
            .unit = "×"};
  }
};

/// How often each token of the training text is the next one, each counted once more: the ends of texts, too.
std::vector<double> token_shares(const LanguageData& data) {
  std::vector<double> shares(static_cast<std::size_t>(data.tokens.size()), 1);
  double all = static_cast<double>(data.tokens.size());
  const auto count = [&](std::int32_t id) { ++shares[static_cast<std::size_t>(id)], ++all; };
  for (const Example& text : data.train) {
    std::ranges::for_each(text.target, count);
    count(data.tokens.ids().eos);
  }
  for (double& share : shares) share /= all;
  return shares;
}

/// Nats of each held-out text by `nats_of`, and its tokens.
MeanInterval nats_a_token(const LanguageData& data, const std::function<double(const Example&)>& nats_of) {
  std::vector<double> nats, tokens;
  for (const Example& text : data.valid) {
    nats.push_back(nats_of(text));
    tokens.push_back(static_cast<double>(text.target.size() + 1));
  }
  return ratio_of_sums(nats, tokens);
}

/// Σ −log of the tokens' shares.
double nats_by_frequency(const std::vector<double>& shares, const Example& text, std::int32_t eos) {
  double nats = -std::log(shares[static_cast<std::size_t>(eos)]);
  for (const std::int32_t id : text.target) nats -= std::log(shares[static_cast<std::size_t>(id)]);
  return nats;
}

Learned decoder(const LabOptions& options) {
  const LanguageData data = load_text({.level = 1, .sentences = options.quick ? 6'000U : 20'000U}, 64);
  LanguageSession session;
  session.model = {
      .max_length = 64, .d_model = 64, .heads = 4, .layers = 2, .dim_feedforward = 128, .dropout = 0};
  session.run.seed = options.seed, session.run.epochs = 5, session.run.learning_rate = 2e-3,
  session.shown = 0;
  const TrainedLanguage trained = train_language(data, session, {.talk = Talk::bar, .label = "GPT"});
  const Gpt& model = trained.model.model();
  const std::vector<double> shares = token_shares(data);
  const MeanInterval nats = nats_a_token(data, [&](const Example& text) {
    return next_token_loss(model, [&](const Batch& b) { return model(b.target_in); }, {text}) *
           static_cast<double>(text.target.size() + 1);
  });
  const double half = nats.half_width.value_or(0);
  const MeanInterval by_frequency = nats_a_token(
      data, [&](const Example& text) { return nats_by_frequency(shares, text, data.tokens.ids().eos); });
  return {.name = "GPT",
          .task = {"next word", "다음 낱말"},
          .parameters = model.parameter_count(),
          .reached = std::exp(nats.mean),
          .least = std::exp(nats.mean - half),
          .most = std::exp(nats.mean + half),
          .by_frequency = std::exp(by_frequency.mean),
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
  const ShareInterval found = wilson_interval(r.determined_found, r.determined);
  return {.name = "BERT",
          .task = {"hidden words that the sentence determines", "문장이 정하는 가린 낱말"},
          .parameters = trained.model.model().parameter_count(),
          .reached = 100 * static_cast<double>(r.determined_found) /
                     static_cast<double>(std::max<std::int64_t>(r.determined, 1)),
          .least = 100 * found.least,
          .most = 100 * found.most,
          // Of one who knows which word is hidden most often; <eos>, the most frequent token, never is.
          .by_frequency = 100 * static_cast<double>(r.determined_most) /
                          static_cast<double>(std::max<std::int64_t>(r.determined, 1)),
          .unit = "%"};
}

Learned images(const LabOptions& options) {
  const ImageData data = load_images({.images = options.quick ? 3'000U : 10'000U});
  VitSession session;
  session.model.layers = 2;
  session.run.seed = options.seed, session.run.epochs = 8;
  const TrainedVit trained = train_vit(data, session, {.talk = Talk::bar, .label = "ViT"});
  const NoGrad no_grad;
  const double right = classify(trained.model, labelled(trained.model, data.test)).accuracy;
  const auto images = static_cast<std::int64_t>(data.test.size());
  const ShareInterval share = wilson_interval(std::llround(right * static_cast<double>(images)), images);
  std::vector<std::int64_t> of_class(static_cast<std::size_t>(data.classes));
  for (const std::int32_t c : data.test.classes) ++of_class[static_cast<std::size_t>(c)];
  return {.name = "ViT",
          .task = {"drawn digits", "그린 숫자"},
          .parameters = trained.model.parameter_count(),
          .reached = 100 * right,
          .least = 100 * share.least,
          .most = 100 * share.most,
          .by_frequency = 100 * static_cast<double>(std::ranges::max(of_class)) / static_cast<double>(images),
          .unit = "%"};
}

/// A bar for each model, from 0 on; two times as good is marked on all of them.
std::string picture_of(const std::vector<Learned>& all, std::size_t width) {
  const std::size_t room = std::clamp<std::size_t>(width, 40, 100) - 30;
  double most = 2;
  for (const Learned& l : all) most = std::max(most, l.times_as_good().value);
  const auto place = [&](double times) {
    return static_cast<std::size_t>(std::lround(times / most * static_cast<double>(room)));
  };
  std::string picture;
  for (const Learned& l : all) {
    const double times = l.times_as_good().value;
    std::string bar;
    for (std::size_t c = 1; c <= room; ++c) bar += c == place(2) ? "│" : c <= place(times) ? "█" : " ";
    picture += fmt::format("{:<5} {} {:.1f} ×\n", l.name, bar, times);
  }
  return picture + fmt::format("{}│ 2 ×\n", std::string(5 + place(2), ' '));
}

}  // namespace

LabVerdict verdict_of_learning(const LabNumber& times) {
  return *times.low > learned_from    ? LabVerdict::holds
         : *times.high < learned_from ? LabVerdict::does_not_hold
                                      : LabVerdict::inside_the_noise;
}

LabVerdict verdict_of_learning(const std::vector<LabNumber>& times) {
  std::vector<LabVerdict> verdicts;
  for (const LabNumber& one : times) verdicts.push_back(verdict_of_learning(one));
  return together(verdicts);
}

LabAnswer answer_of_learning(const std::vector<LabNumber>& times) {
  const auto any = [&](LabVerdict verdict) {
    return std::ranges::any_of(times, [&](const LabNumber& t) { return verdict_of_learning(t) == verdict; });
  };
  return any(LabVerdict::does_not_hold)      ? LabAnswer::no
         : any(LabVerdict::inside_the_noise) ? LabAnswer::unknown
                                             : LabAnswer::yes;
}

Finding same_parts(const LabOptions& options) {
  const std::vector<Learned> all{decoder(options), encoder(options), images(options)};
  LabTable table = lab_table(
      {"MultiheadAttention, Linear, LayerNorm, Embedding, put together in three ways; more than twice "
       "as good as by frequency alone is learned",
       "MultiheadAttention, Linear, LayerNorm, Embedding를 세 가지로 조립. 빈도만 알 때보다 두 배 넘게 "
       "나으면 배운 것"},
      {{{"model", "모델"}},
       {{"task", "과제"}},
       {{"parameters", "매개변수"}, Align::right},
       {{"unseen data", "못 본 데이터"}, Align::right},
       {{"by frequency alone", "빈도만 알면"}, Align::right},
       {{"times as good", "몇 배 나은가"}, Align::right}});
  for (const Learned& l : all) {
    const LabNumber times = l.times_as_good();
    add_row(table, {l.name,
                    l.task,
                    {grouped(l.parameters), static_cast<double>(l.parameters)},
                    {l.with_unit(fmt::format("{:.1f} ({:.1f} … {:.1f})", l.reached, l.least, l.most)),
                     LabNumber{.value = l.reached, .low = l.least, .high = l.most, .unit = l.unit}},
                    {l.with_unit(fmt::format("{:.1f}", l.by_frequency)),
                     LabNumber{.value = l.by_frequency, .unit = l.unit}},
                    {fmt::format("{:.1f} ({:.1f} … {:.1f})", times.value, *times.low, *times.high), times}});
  }
  std::vector<LabNumber> times;
  for (const Learned& l : all) times.push_back(l.times_as_good());
  const auto learned = std::ranges::count_if(
      times, [](const LabNumber& t) { return verdict_of_learning(t) == LabVerdict::holds; });
  Finding finding{.verdict = verdict_of_learning(times)};
  finding.measured = both(
      "{} of 3 learn their task: a decoder's perplexity is {:.1f} (of who knows only how often each word "
      "occurs {:.0f}), an encoder finds {:.1f} % of the hidden words that a sentence determines (the most "
      "frequent one of them: {:.0f} %), and a reader of images names {:.1f} % of unseen digits ({:.0f} %); "
      "one training each",
      "셋 가운데 {}개가 과제를 배웁니다: 디코더의 퍼플렉시티는 {:.1f}(낱말의 빈도만 알면 {:.0f}), 인코더는 "
      "문장이 정하는 가린 낱말의 {:.1f} %를 찾고(가장 잦은 하나는 {:.0f} %), 그림을 읽는 모델은 처음 보는 "
      "숫자의 {:.1f} %를 "
      "맞힙니다({:.0f} %). 학습은 한 번씩",
      learned, all[0].reached, all[0].by_frequency, all[1].reached, all[1].by_frequency, all[2].reached,
      all[2].by_frequency);
  finding.answer = answer_of_learning(times);
  finding.tables.push_back(table);
  finding.picture = picture_of(all, options.width);
  return finding;
}

}  // namespace heed
