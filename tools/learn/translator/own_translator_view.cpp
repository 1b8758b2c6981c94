// The verdict on a learner's translator in words.
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/language/both.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {
namespace {

/// What each stage asks for.
Bilingual task_of(const std::string& stage) {
  if (stage == "forward")
    return {"the logits of heed's own Transformer, in training and in decoding, padded or not",
            "학습과 디코딩에서, 패딩이 있든 없든, heed 트랜스포머와 같은 로짓"};
  if (stage == "gradients") return {"its gradients for every weight", "모든 가중치에서 같은 기울기"};
  if (stage == "steps")
    return {
        "three steps of Adam with the schedule's learning rate; schedule and Adam at every step of a "
        "training",
        "학습률 스케줄을 따라 Adam이 세 걸음. 학습의 모든 걸음에서 스케줄과 Adam"};
  if (stage == "overfit") return {"learns one batch by heart", "배치 하나를 외웁니다"};
  if (stage == "held_out")
    return {
        "trains on the small grammar; at least 90 % of unseen sentences are right, all as the reference says "
        "them with these weights",
        "작은 문법으로 학습하고, 처음 보는 문장의 90 % 이상을 맞힙니다. 모두 기준 구현이 같은 가중치로 낸 "
        "번역과 같습니다"};
  return {"beam search and BLEU", "빔 탐색과 BLEU"};
}

Bilingual measured(const TranslatorStage& stage) {
  const StageOutcome& o = stage.outcome;
  if (stage.name == "overfit")
    return both("loss {0:.3f} after {1} steps", "{1}걸음 만에 손실 {0:.3f}", o.number, o.detail);
  if (stage.name == "held_out") return both("{:.1f} % right", "{:.1f} % 정답", o.number);
  if (stage.name == "search")
    return both("BLEU {:.2f}, greedy {}", "BLEU {:.2f}, 탐욕 디코딩은 {}", o.number, o.detail);
  if (stage.name == "steps") return {};
  return both("largest difference {:.1e}", "가장 큰 차이 {:.1e}", o.number);
}

/// The words of exercises/translator/stages.hpp.
Bilingual what_differs(const std::string& where) {
  if (where == "graph") return {"the logits of training", "학습할 때의 로짓"};
  if (where == "encoder_layer") return {"the encoder's output", "인코더의 출력"};
  if (where == "padded") return {"the encoder's output of padded sentences", "패딩한 문장의 인코더 출력"};
  if (where == "decoder_layer") return {"the logits of decoding", "디코딩할 때의 로짓"};
  if (where == "loss") return {"the loss", "손실"};
  if (where == "gradients") return {"the gradient", "기울기"};
  if (where == "positions")
    return {"what stands at 32 places with their encoding", "위치 32개에 위치 인코딩을 더한 값"};
  if (where == "mask") return {"the causal mask of 32 places", "위치 32개의 인과 마스크"};
  if (where == "learning_rate") return {"the learning rate", "학습률"};
  if (where == "weights") return {"the weights after a step", "한 걸음 뒤의 가중치"};
  return {"BLEU", "BLEU"};
}

Bilingual what_went_wrong(const StageOutcome& o) {
  if (o.where == "crashed") return {"The program crashed.", "프로그램이 비정상 종료되었습니다."};
  if (o.where == "timeout")
    return both("It did not end within {:.0f} seconds.", "{:.0f}초가 지나도 끝나지 않았습니다.", o.number);
  if (o.where == "threw" || o.where == "error") return both("It threw: {}", "예외: {}", o.detail);
  if (o.where == "held_out")
    return both("Only {:.1f} % of the unseen sentences are right, as in: {}",
                "처음 보는 문장의 {:.1f} %만 맞았습니다. 예: {}", o.number, o.detail);
  if (o.where == "greedy")
    return both("{:.0f} sentences are translated in another way than by the reference with your weights.",
                "문장 {:.0f}개의 번역이 기준 구현이 여러분의 가중치로 낸 번역과 다릅니다.", o.number);
  if (o.where == "beam" || o.where == "beam_cut")
    return both("For {:.0f} sentences it finds other hypotheses or scores than the reference{}.",
                "문장 {:.0f}개에서 기준과 다른 가설이나 점수가 나옵니다{}.", o.number,
                o.where == "beam" ? Bilingual{}
                                  : Bilingual{", where hypotheses are cut off at four tokens",
                                              "(가설이 토큰 네 개에서 잘릴 때)"});
  if (o.where == "loss" && o.detail.empty())
    return both("The loss is {:.4g}.", "손실이 {:.4g}입니다.", o.number);
  const std::string more = o.detail.empty() ? "" : ", " + o.detail;
  const Bilingual step = o.step > 0 ? both(", step {}", ", {}번째 걸음", o.step) : Bilingual{};
  return both("It differs from the reference by {:.3g} ({}{}{}).", "기준과 {:.3g}만큼 다릅니다 ({}{}{}).",
              o.number, what_differs(o.where), more, step);
}

PartStatus status_of(const StageOutcome& o) {
  if (o.passed) return PartStatus::passed;
  if (o.where == "not_run") return PartStatus::not_run;
  if (o.where == "crashed") return PartStatus::crashed;
  if (o.where == "timeout") return PartStatus::timeout;
  return o.where == "threw" || o.where == "error" ? PartStatus::threw : PartStatus::failed;
}

Bilingual state_text(const TranslatorPart& part) {
  if (part.state == "broken" && part.line > 0)
    return both("does not compile, line {}: {}", "컴파일되지 않음, {}번째 줄: {}", part.line, part.message);
  if (part.state == "broken") return both("does not compile: {}", "컴파일되지 않음: {}", part.message);
  return both("uses what it may not: {}", "쓸 수 없는 것을 씀: {}", part.message);
}

void show_culprits(Page& page, const TranslatorStage& stage, const std::string& options) {
  const Culprits& guilty = stage.guilty;
  const std::string names = fmt::format("{}", fmt::join(guilty.names, ", "));
  if (guilty.names.empty() && guilty.one_of.empty())
    return page.text(Bilingual{
        "It does not pass with the references in all places either: exchanging answers cannot tell what is "
        "to blame.",
        "모든 답안을 기준 구현으로 바꿔 끼워도 통과하지 못했으므로, 바꿔 끼워서는 원인을 알 수 없습니다."});
  if (!guilty.names.empty())
    page.text(guilty.names.size() == 1 ? both("The answer that is to blame: {}", "원인이 된 답안: {}", names)
                                       : both("The answers that are to blame, all of them: {}",
                                              "원인이 된 답안(모두 고쳐야 합니다): {}", names),
              Paint::bold);
  if (!guilty.one_of.empty()) {
    const std::string some = fmt::format("{}", fmt::join(guilty.one_of, ", "));
    page.text(guilty.names.empty() ? both("To blame is one of: {}", "원인은 이 가운데 있습니다: {}", some)
                                   : both("And one of: {}", "그리고 이 가운데 하나: {}", some),
              Paint::bold);
  }
  if (guilty.step > 0)
    page.text(
        both("Step {} of the training is the first that is not what the references make of the same weights "
             "and sentences.",
             "학습의 {}번째 걸음에서 처음으로, 같은 가중치와 같은 문장으로 기준 구현과 다른 값이 나왔습니다.",
             guilty.step));
  const Bilingual tries =
      stage.tried == 1 ? Bilingual{"once", "한 번"} : both("{} times", "{}번", stage.tried);
  if (guilty.stopped) {
    page.text(both("The search stopped after exchanging answers {}.", "{} 바꿔 끼운 뒤 찾기를 멈추었습니다.",
                   tries));
    if (!guilty.one_of.empty() || guilty.names.empty()) {
      page.text(Bilingual{"One that fails by itself comes first:",
                          "혼자 검사해도 통과하지 못하는 답안부터 고치세요:"});
      page.text("./heed learn check --all" + options, Paint::cyan, 2);
    }
  } else {
    const Bilingual here = guilty.names.size() == 1
                               ? Bilingual{"the reference in this place", "이 답안을"}
                               : Bilingual{"the references in these places", "이 답안들을"};
    page.text(both(
        "Found by exchanging answers {}: with {}, and all your other answers as they are, the stage passes.",
        "{} 바꿔 끼워 찾았습니다. {} 기준 구현으로 바꾸면 이 단계를 통과하고, 나머지 답안은 모두 그대로 둬도 "
        "됩니다.",
        tries, here));
  }
  for (const std::string& name : guilty.names) {
    const bool alone = std::count(stage.pass_alone.begin(), stage.pass_alone.end(), name) > 0;
    page.text("./heed learn check " + name + options, Paint::cyan, 2);
    if (alone)
      page.text(both("{} passes alone: look for what it remembers between calls (static), and for sizes that "
                     "are larger than those of its own cases.",
                     "{}: 따로 검사하면 통과합니다. 호출 사이에 무언가를 기억하는지(static), 검사보다 큰 "
                     "입력에서 달라지는지 보십시오.",
                     name),
                Paint::plain, 4);
  }
}

}  // namespace

void show_translator(Page& page, const TranslatorVerdict& verdict, const std::string& model_file,
                     const std::string& options) {
  const Look& look = page.look();
  std::size_t own = 0;
  for (const TranslatorPart& part : verdict.parts) own += part.state == "used" ? 1 : 0;
  page.text(fmt::format("your_translator  {}/{}", verdict.points, verdict.max_points), Paint::bold);
  page.text(both("{} of its {} answers are yours.", "답안 {1}개 가운데 {0}개가 여러분의 것입니다.", own,
                 verdict.parts.size()));
  std::vector<std::string> others, unwritten;
  for (const TranslatorPart& part : verdict.parts) {
    if (part.state == "used") continue;
    others.push_back(part.exercise);
    if (part.state == "missing")
      unwritten.push_back(part.exercise);
    else
      page.text(both("· {}: {}", "· {}: {}", part.exercise, state_text(part)), Paint::dim, 2);
  }
  if (!unwritten.empty())
    page.text(
        both("· not written yet: {}", "· 아직 쓰지 않음: {}", fmt::format("{}", fmt::join(unwritten, ", "))),
        Paint::dim, 2);
  if (own < verdict.parts.size())
    page.text(Bilingual{"The references stand in for these; until they are yours there are no points.",
                        "이 자리는 기준 구현이 대신하며, 그동안은 점수가 없습니다."},
              Paint::dim, 2);
  page.gap();
  const std::size_t missing = verdict.parts.size() - own;
  for (const TranslatorStage& stage : verdict.stages) {
    const bool passed = stage.outcome.passed;
    if (!passed && stage.outcome.where == "not_run") {
      page.text(both("· {}  0/{}  not reached", "· {}  0/{}  앞 단계에서 멈춤", stage.name, stage.points),
                Paint::dim);
      continue;
    }
    const bool counts = passed && verdict.all_parts;
    std::string line = fmt::format("{} {}  {}/{}",
                                   counts   ? "✓"
                                   : passed ? "○"
                                            : "✗",
                                   stage.name, counts ? stage.points : 0, stage.points);
    if (passed && !counts)
      line += (missing <= 3 ? both("  runs, no points yet (not yours: {})",
                                   "  실행되지만 아직 점수는 없음 (여러분의 것이 아닌 답안: {})",
                                   fmt::format("{}", fmt::join(others, ", ")))
                            : both("  runs, no points yet ({} answers are not yours)",
                                   "  실행되지만 아직 점수는 없음 (여러분의 것이 아닌 답안 {}개)", missing))
                  .in(look.language);
    page.text(line, counts ? Paint::green : passed ? Paint::plain : Paint::red);
    page.text(task_of(stage.name), Paint::plain, 4);
    if (const Bilingual text = passed ? measured(stage) : what_went_wrong(stage.outcome);
        !text.english.empty())
      page.text(text, Paint::dim, 4);
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
