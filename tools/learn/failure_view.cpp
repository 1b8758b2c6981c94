// Why parts of an answer failed.
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "tools/language/tr.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
namespace {

/// Parts that failed for one reason. Lower ranks come first: they are more certain.
struct Cause {
  enum Rank { known, threw, crashed, unknown, seen } rank = unknown;
  std::string text = "", repair = "";  // Markdown; empty if nothing is known
  std::vector<const PartVerdict*> parts = {};
};

/// Returns true for what libstdc++ says of v[i] if i is not below v.size(), which no learner would know.
bool is_index_assertion(const FailedCase& failure) {
  return failure.reason == "assertion" && failure.message.find("< this->size()") != std::string::npos;
}

/// Returns the key of the text "crash …" in exercises/verdicts.md that explains how the part ended; empty if
/// it just went wrong.
std::string crash_key(const PartVerdict& part, const Notes& notes) {
  const FailedCase failure = part.failure.value_or(FailedCase());
  const std::string& reason = failure.reason;
  if (part.status == PartStatus::timeout || part.status == PartStatus::memory ||
      part.status == PartStatus::changed_input)
    return std::string(to_string(part.status));
  if (part.status == PartStatus::missing_output) return "exit";
  if (reason == "no_std_exception") return reason;
  if (part.status != PartStatus::crashed) return "";
  if (reason == "sanitizer") {
    constexpr std::pair<const char*, const char*> findings[]{{"buffer-overflow", "past_the_end"},
                                                             {"container-overflow", "past_the_end"},
                                                             {"out of bounds", "past_the_end"},
                                                             {"use-after", "gone"},
                                                             {"integer overflow", "too_large"},
                                                             {"representable values", "too_large"},
                                                             {"division by zero", "division_by_zero"},
                                                             {"null pointer", "nowhere"},
                                                             {"SEGV", "nowhere"}};
    for (const auto& [word, key] : findings)
      if (failure.message.find(word) != std::string::npos) return key;
    return "";
  }
  if (is_index_assertion(failure)) return "index";
  return notes.texts.contains("crash " + reason) ? reason : "signal";
}

/// The observation as a sentence.
std::string seen_text(const Observation& seen, const Notes& notes) {
  std::vector<std::string> names = seen.names;
  const std::string all = fmt::format("{:.6g}", fmt::join(seen.numbers, ", ")),
                    quoted = fmt::format("\"{}\"", fmt::join(names, "\", \""));
  names.resize(2);
  const std::string text = notes.text("seen " + seen.kind, {all, names[0], names[1], quoted});
  return seen.output.empty() || text.empty() ? text : tr("in the result \"{}\": ", seen.output) + text;
}

/// A known mistake, else the exception, else what a crash means, else what is seen in the numbers.
Cause cause_of(const PartVerdict& part, const Notes& notes, const std::string& exercise) {
  const auto note = part.mistake ? notes.mistakes.find(part.mistake->id) : notes.mistakes.end();
  if (note != notes.mistakes.end()) return {Cause::known, note->second.text, note->second.repair, {&part}};
  if (const std::string key = crash_key(part, notes); !key.empty()) {
    const FailedCase failure = part.failure.value_or(FailedCase());
    const std::string text = notes.text("crash " + key, {exercise, failure.signal, failure.message});
    return {.rank = Cause::crashed, .text = text, .parts = {&part}};
  }
  if (part.status == PartStatus::threw)  // its message stands in the example
    return {.rank = Cause::threw, .parts = {&part}};
  if (part.observation)
    return {.rank = Cause::seen, .text = seen_text(*part.observation, notes), .parts = {&part}};
  return {.parts = {&part}};
}

std::vector<Cause> causes_of(const Verdict& verdict, const Notes& notes) {
  std::vector<Cause> causes;
  for (const PartVerdict& part : verdict.parts) {
    if (part.status == PartStatus::passed || part.status == PartStatus::not_written) continue;
    Cause cause = cause_of(part, notes, verdict.exercise);
    const auto same = std::ranges::find_if(
        causes, [&](const Cause& one) { return !cause.text.empty() && one.text == cause.text; });
    if (same == causes.end())
      causes.push_back(std::move(cause));
    else
      same->parts.push_back(&part);
  }
  std::ranges::stable_sort(causes, {}, &Cause::rank);
  return causes;
}

void show_outputs(Page& page, const FailedCase& failure) {
  const bool one_number = failure.got && failure.got->values.size() == 1;
  if (failure.at_most && one_number)
    return page.text(tr("{}: {:g}, and at most {:g} are allowed", failure.output, failure.got->values[0],
                        *failure.at_most),
                     Paint::plain, 2);
  if (!failure.expected || !failure.got) return;
  const NamedValues &expected = *failure.expected, &got = *failure.got;
  const std::string shape = shape_text(expected.shape);
  if (expected.shape != got.shape) {
    page.text(tr("{}: the shape should be {}, yours is {}", failure.output, shape, shape_text(got.shape)),
              Paint::plain, 2);
    if (got.shape == std::vector<int>{0})
      page.text(tr("((0,) is a Tensor that was given no shape: Tensor t({{…}}) gives it one)"), Paint::dim,
                2);
    return;
  }
  page.text(expected.values.size() == 1
                ? tr("{} {} is wrong:", failure.output, shape)
                : tr("{} {}: {} of {} values are wrong (marked *)", failure.output, shape,
                     failure.wrong.size(), std::max(expected.values.size(), failure.wrong.size())),
            Paint::plain, 2);
  show_comparison(page, expected, got, failure.wrong);
}

void show_example(Page& page, const PartVerdict& part) {
  if (!part.failure) return;
  const FailedCase& failure = *part.failure;
  page.gap();
  page.text(failure.label.empty() ? part.name : tr("{}, case \"{}\"", part.name, failure.label), Paint::bold);
  std::string message = part.status == PartStatus::changed_input ? "" : failure.message;
  if (is_index_assertion(failure)) {  // of the library's words only the place, which a sanitizer adds
    const std::size_t place = message.rfind(", /");
    message = place == std::string::npos ? "" : message.substr(place + 2);
  }
  if (!message.empty()) {
    page.text(part.status == PartStatus::threw ? tr("It stopped with this message:") : tr("Message:"),
              Paint::plain, 2);
    page.text(message, Paint::yellow, 4);
  }
  if (!failure.inputs.empty()) page.text(tr("Given:"), Paint::plain, 2);
  for (const NamedValues& input : failure.inputs) show_tensor(page, input, place_beside(input, failure));
  if (!failure.shown.empty()) page.text(tr("Your function gave:"), Paint::plain, 2);
  for (const NamedValues& output : failure.shown) show_tensor(page, output);
  show_outputs(page, failure);
}

}  // namespace

void show_failures(Page& page, const Verdict& verdict, const Notes& notes) {
  for (const Cause& cause : causes_of(verdict, notes)) {
    std::vector<std::string> names;
    for (const PartVerdict* part : cause.parts) names.push_back(part->name);
    const std::string heading = cause.rank == Cause::seen ? tr("What the numbers show") : tr("What happened");
    page.section(fmt::format("{} ({})", heading, fmt::join(names, ", ")), cause.text);
    show_example(page, *cause.parts.front());
    page.section(tr("How to repair it"), cause.repair);
  }
}

}  // namespace heed
