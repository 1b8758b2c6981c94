// The verdict on a learner's translator in words.
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/language/both.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {
namespace {

struct Text {
  std::string_view key, english, korean;
};

/// What each stage asks for.
constexpr Text tasks[] = {
    {"forward", "the logits of heed's own Transformer, in training and in decoding, padded or not",
     "학습과 디코딩에서, 패딩이 있든 없든, heed 트랜스포머와 같은 로짓"},
    {"gradients", "its gradients for every weight", "모든 가중치에서 같은 기울기"},
    {"steps",
     "three steps of Adam with the schedule's learning rate; schedule and Adam at every step of a training",
     "학습률 스케줄을 따라 Adam이 세 걸음. 학습의 모든 걸음에서 스케줄과 Adam"},
    {"overfit", "learns one batch by heart", "배치 하나를 외웁니다"},
    {"held_out",
     "trains on the small grammar; at least 90 % of unseen sentences are right, all as the reference says "
     "them "
     "with these weights",
     "작은 문법으로 학습하고, 처음 보는 문장의 90 % 이상을 맞힙니다. 모두 기준 구현이 같은 가중치로 낸 "
     "번역과 "
     "같습니다"},
    {"search", "beam search and BLEU", "빔 탐색과 BLEU"}};

/// A stage that passed measured {0} the number, {1} the detail.
constexpr Text measured[] = {{"overfit", "loss {0:.3f} after {1} steps", "{1}걸음 만에 손실 {0:.3f}"},
                             {"held_out", "{0:.1f} % right", "{0:.1f} % 정답"},
                             {"search", "BLEU {0:.2f}, greedy {1}", "BLEU {0:.2f}, 탐욕 디코딩은 {1}"},
                             {"steps", "", ""},
                             {"", "largest difference {0:.1e}", "가장 큰 차이 {0:.1e}"}};

/// These went wrong, by the words of exercises/translator/stages.hpp: {0} the number, {1} the detail.
constexpr Text wrong[] = {
    {"crashed", "The program crashed.", "프로그램이 비정상 종료되었습니다."},
    {"timeout", "It did not end within {0:.0f} seconds.", "{0:.0f}초가 지나도 끝나지 않았습니다."},
    {"threw", "It threw: {1}", "예외: {1}"},
    {"error", "It threw: {1}", "예외: {1}"},
    {"held_out", "Only {0:.1f} % of the unseen sentences are right, as in: {1}",
     "처음 보는 문장의 {0:.1f} %만 맞았습니다. 예: {1}"},
    {"greedy", "{0:.0f} sentences are translated in another way than by the reference with your weights.",
     "문장 {0:.0f}개의 번역이 기준 구현이 여러분의 가중치로 낸 번역과 다릅니다."},
    {"beam", "For {0:.0f} sentences it finds other hypotheses or scores than the reference.",
     "문장 {0:.0f}개에서 기준과 다른 가설이나 점수가 나옵니다."},
    {"beam_cut",
     "For {0:.0f} sentences it finds other hypotheses or scores than the reference, where hypotheses are cut "
     "off at four tokens.",
     "문장 {0:.0f}개에서 기준과 다른 가설이나 점수가 나옵니다(가설이 토큰 네 개에서 잘릴 때)."},
    {"", "It differs from the reference by {0:.3g} ({2}{1}).", "기준과 {0:.3g}만큼 다릅니다 ({2}{1})."}};

/// In what a result differs.
constexpr Text differs[] = {
    {"graph", "the logits of training", "학습할 때의 로짓"},
    {"encoder_layer", "the encoder's output", "인코더의 출력"},
    {"padded", "the encoder's output of padded sentences", "패딩한 문장의 인코더 출력"},
    {"decoder_layer", "the logits of decoding", "디코딩할 때의 로짓"},
    {"loss", "the loss", "손실"},
    {"gradients", "the gradient", "기울기"},
    {"positions", "what stands at 32 places with their encoding", "위치 32개에 위치 인코딩을 더한 값"},
    {"mask", "the causal mask of 32 places", "위치 32개의 인과 마스크"},
    {"learning_rate", "the learning rate", "학습률"},
    {"weights", "the weights after a step", "한 걸음 뒤의 가중치"},
    {"", "BLEU", "BLEU"}};

/// The text of that key, else the last.
template <std::size_t n>
std::string text_for(const Text (&texts)[n], const std::string& key, Language language) {
  const Text* at = std::ranges::find(texts, key, &Text::key);
  if (at == std::end(texts)) --at;
  return std::string(language == Language::korean ? at->korean : at->english);
}

std::string said_of(const TranslatorStage& stage, Language language) {
  const StageOutcome& o = stage.outcome;
  const std::string differing = text_for(differs, o.where, language);
  const std::string detail =
      o.passed || o.detail.empty() || o.where == "threw" || o.where == "error" || o.where == "held_out"
          ? o.detail
          : ", " + o.detail;
  const std::string text =
      o.passed ? text_for(measured, stage.name, language) : text_for(wrong, o.where, language);
  return fmt::vformat(text, fmt::make_format_args(o.number, detail, differing));
}

PartStatus status_of(const StageOutcome& o) {
  if (o.passed) return PartStatus::passed;
  if (o.where == "not_run") return PartStatus::not_run;
  if (o.where == "crashed") return PartStatus::crashed;
  if (o.where == "timeout") return PartStatus::timeout;
  return o.where == "threw" || o.where == "error" ? PartStatus::threw : PartStatus::failed;
}

std::string list(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

void show_culprits(Page& page, const TranslatorStage& stage, const std::string& options) {
  const Culprits& guilty = stage.guilty;
  if (guilty.names.empty() && guilty.one_of.empty())
    return page.text(Bilingual{
        "It does not pass with the references in all places either: exchanging answers cannot tell what is "
        "to blame.",
        "모든 답안을 기준 구현으로 바꿔 끼워도 통과하지 못했으므로, 바꿔 끼워서는 원인을 알 수 없습니다."});
  if (!guilty.names.empty())
    page.text(guilty.names.size() == 1
                  ? both("The answer that is to blame: {}", "원인이 된 답안: {}", list(guilty.names))
                  : both("The answers that are to blame, all of them: {}",
                         "원인이 된 답안(모두 고쳐야 합니다): {}", list(guilty.names)),
              Paint::bold);
  if (!guilty.one_of.empty())
    page.text(guilty.names.empty()
                  ? both("To blame is one of: {}", "원인은 이 가운데 있습니다: {}", list(guilty.one_of))
                  : both("And one of: {}", "그리고 이 가운데 하나: {}", list(guilty.one_of)),
              Paint::bold);
  if (guilty.stopped) {
    page.text(
        both("The search stopped after exchanging answers {} times. One that fails by itself comes first:",
             "{}번 바꿔 끼운 뒤 찾기를 멈추었습니다. 혼자 검사해도 통과하지 못하는 답안부터 고치세요:",
             stage.tried));
    page.text("./heed learn check --all" + options, Paint::cyan, 2);
  } else {
    page.text(
        both("Found by exchanging answers, tries: {}. With references in their places, and all your other "
             "answers as they are, the stage passes.",
             "답안을 바꿔 끼워 찾았습니다({}번). 이 답안을 기준 구현으로 바꾸면 나머지 답안은 모두 그대로 "
             "둬도 이 단계를 통과합니다.",
             stage.tried));
  }
  for (const std::string& name : guilty.names)
    page.text("./heed learn check " + name + options, Paint::cyan, 2);
}

/// Which answers are not the learner's own, and why.
void show_others(Page& page, const TranslatorVerdict& verdict) {
  std::vector<std::string> unwritten;
  bool others = false;
  for (const TranslatorPart& part : verdict.parts) {
    others = others || part.state != "used";
    if (part.state == "missing") unwritten.push_back(part.exercise);
    if (part.state == "broken")
      page.text(both("· {}: does not compile, line {}: {}", "· {}: 컴파일되지 않음, {}번째 줄: {}",
                     part.exercise, part.line, part.message),
                Paint::dim, 2);
    if (part.state == "refused")
      page.text(
          both("· {}: uses what it may not: {}", "· {}: 쓸 수 없는 것을 씀: {}", part.exercise, part.message),
          Paint::dim, 2);
  }
  if (!unwritten.empty())
    page.text(both("· not written yet: {}", "· 아직 쓰지 않음: {}", list(unwritten)), Paint::dim, 2);
  if (others)
    page.text(Bilingual{"The references stand in for these; until they are yours there are no points.",
                        "이 자리는 기준 구현이 대신하며, 그동안은 점수가 없습니다."},
              Paint::dim, 2);
}

}  // namespace

void show_translator(Page& page, const TranslatorVerdict& verdict, const std::string& model_file,
                     const std::string& options) {
  const Language language = page.look().language;
  const auto own = std::ranges::count(verdict.parts, "used", &TranslatorPart::state);
  page.text(fmt::format("your_translator  {}/{}", verdict.points, verdict.max_points), Paint::bold);
  page.text(both("{} of its {} answers are yours.", "답안 {1}개 가운데 {0}개가 여러분의 것입니다.", own,
                 verdict.parts.size()));
  show_others(page, verdict);
  page.gap();
  for (const TranslatorStage& stage : verdict.stages) {
    const bool passed = stage.outcome.passed, counts = passed && verdict.all_parts;
    if (!passed && stage.outcome.where == "not_run") {
      page.text(both("· {}  0/{}  not reached", "· {}  0/{}  앞 단계에서 멈춤", stage.name, stage.points),
                Paint::dim);
      continue;
    }
    page.text(
        fmt::format("{} {}  {}/{}{}",
                    counts   ? "✓"
                    : passed ? "○"
                             : "✗",
                    stage.name, counts ? stage.points : 0, stage.points,
                    passed && !counts
                        ? Bilingual{"  runs, no points yet", "  실행되지만 아직 점수는 없음"}.in(language)
                        : ""),
        counts   ? Paint::green
        : passed ? Paint::plain
                 : Paint::red);
    page.text(text_for(tasks, stage.name, language), Paint::plain, 4);
    if (const std::string said = said_of(stage, language); !said.empty()) page.text(said, Paint::dim, 4);
    if (passed) continue;
    page.gap();
    show_culprits(page, stage, options);
    page.gap();
  }
  if (!verdict.passed) return;
  page.gap();
  page.text(both("Your translator is in {}. Try it:",
                 "여러분의 번역기가 {}에 저장되었습니다. 번역해 보십시오:", model_file));
  page.text("./heed learn translate \"나는 큰 사과를 좋아한다\"" + options, Paint::cyan, 2);
}

Verdict to_verdict(const TranslatorVerdict& verdict) {
  Verdict all{.exercise = "your_translator"};
  for (const TranslatorPart& part : verdict.parts) {
    const std::string text = part.exercise + ": " + part.message;
    if (part.state == "missing") all.missing.push_back(part.exercise);
    if (part.state == "broken") all.errors.push_back({.line = part.line, .message = text});
    if (part.state == "refused") all.forbidden.push_back({.name = text, .reason = part.reason});
  }
  for (const TranslatorStage& stage : verdict.stages) {
    const StageOutcome& o = stage.outcome;
    PartVerdict part{.name = stage.name,
                     .points = static_cast<double>(o.passed && verdict.all_parts ? stage.points : 0),
                     .max_points = static_cast<double>(stage.points),
                     .status = status_of(o)};
    part.guilty = stage.guilty.names;
    if (part.status != PartStatus::not_run) part.measured = o.number;
    if (!o.passed && part.status != PartStatus::not_run)
      part.failure = FailedCase{.label = stage.name, .output = o.where, .message = o.detail};
    all.parts.push_back(std::move(part));
  }
  return all;
}

}  // namespace heed
