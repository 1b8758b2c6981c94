#include "tools/learn/failure_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/learn/advice.hpp"
#include "tools/learn/markdown.hpp"
#include "tools/learn/matrix_view.hpp"
#include "tools/learn/observations.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

void show_outputs(Page& page, const FailedCase& failure) {
  const Look& look = page.look();
  if (failure.at_most && failure.got && failure.got->values.size() == 1)
    return page.text(
        say(look.language, Say::costs_too_much, failure.output, failure.got->values[0], *failure.at_most),
        Paint::plain, 2);
  if (!failure.expected && failure.got && failure.got->values.size() == 1)
    page.text(say(look.language, Say::not_the_answer, failure.got->values[0]), Paint::plain, 2);
  if (!failure.expected || !failure.got) return;
  const std::string expected = shape_text(failure.expected->shape, look.language);
  if (failure.expected->shape != failure.got->shape) {
    page.text(say(look.language, Say::shapes_differ, failure.output, expected,
                  shape_text(failure.got->shape, look.language)),
              Paint::plain, 2);
    return;
  }
  page.text(say(look.language, Say::output_differs, failure.output, expected, failure.wrong.size(),
                std::max(failure.expected->values.size(), failure.wrong.size())),
            Paint::plain, 2);
  page.append(comparison_lines(*failure.expected, *failure.got, failure.wrong, look));
  if (std::ranges::any_of(failure.got->values, [](double value) { return std::isnan(value); }))
    page.text(say(look.language, Say::nan_means), Paint::dim, 2);
}

/// Of a test set (break_it): which of the planted mistakes it lets pass, or that it refuses what is right.
bool show_test_set(Page& page, const FailedCase& failure) {
  const auto shown = [&](const std::string& name) {
    return std::ranges::find(failure.shown, name, &NamedValues::name);
  };
  const auto away = shown("got_away"), cases = shown("your_cases");
  if (away == failure.shown.end() || cases == failure.shown.end() || !failure.got) return false;
  const Language language = page.look().language;
  page.text(failure.output == "caught" ? say(language, Say::got_away, cases->values.at(0),
                                             fmt::format("{:g}", fmt::join(away->values, ", ")))
                                       : say(language, Say::refuse_right_ones, failure.got->values.at(0)),
            Paint::plain, 2);
  return true;
}

enum class ExampleShown { whole, without_inputs, one_value, none };

/// The first wrong number in one line. False if the outputs are not of one shape, or the case says more.
bool show_first_wrong(Page& page, const FailedCase& failure) {
  if (!failure.expected || !failure.got || failure.wrong.empty() || failure.at_most) return false;
  const NamedValues &expected = *failure.expected, &got = *failure.got;
  const std::size_t place = *std::min_element(failure.wrong.begin(), failure.wrong.end());
  if (expected.shape != got.shape || place >= std::min(expected.values.size(), got.values.size()))
    return false;
  const Language language = page.look().language;
  const std::string index = fmt::format("{}", fmt::join(index_of_first(expected, failure.wrong), ", "));
  page.text(say(language, Say::first_wrong, failure.output, shape_text(expected.shape, language),
                failure.wrong.size(), std::max(expected.values.size(), failure.wrong.size()),
                index.empty() ? "" : " (" + index + ")", fmt::format("{:.6g}", expected.values[place]),
                fmt::format("{:.6g}", got.values[place])),
            Paint::plain, 2);
  return true;
}

void show_example(Page& page, const PartVerdict& part, ExampleShown example) {
  const Look& look = page.look();
  if (!part.failure || example == ExampleShown::none) return;
  const FailedCase& failure = *part.failure;
  page.gap();
  page.text(
      failure.label.empty() ? part.name : say(look.language, Say::part_and_case, part.name, failure.label),
      Paint::bold);
  if (show_test_set(page, failure)) return;
  if (example == ExampleShown::one_value && show_first_wrong(page, failure)) return;
  if (!failure.inputs.empty() && example == ExampleShown::whole) {
    page.text(say(look.language, Say::inputs), Paint::plain, 2);
    const std::vector<int> place =
        failure.expected ? index_of_first(*failure.expected, failure.wrong) : std::vector<int>();
    for (const NamedValues& input : failure.inputs)
      page.append(
          matrix_lines(input, look, failure.expected ? failure.expected->shape : std::vector<int>(), place));
  }
  if (!failure.shown.empty()) page.text(say(look.language, Say::shown), Paint::plain, 2);
  for (const NamedValues& output : failure.shown) page.append(matrix_lines(output, look, {}, {}));
  show_outputs(page, failure);
  if (const std::string message = shown_message(part); !message.empty()) {
    page.text(say(look.language, part.status == PartStatus::threw ? Say::it_threw : Say::it_said),
              Paint::plain, 2);
    page.text(message, Paint::yellow, 4);
  }
}

/// Parts that failed for one reason.
struct Cause {
  Say heading = Say::what_happened;
  std::string text = "", repair = "";  // markdown; empty if nothing is known
  std::vector<const PartVerdict*> parts = {};

  /// Not only what is seen in the numbers.
  bool known() const { return !text.empty() && heading != Say::what_is_seen; }
};

Cause cause_of(const PartVerdict& part, const Notes& notes, const std::string& exercise, Language language) {
  const auto note_on = [&](const std::optional<Mistake>& mistake) {
    const auto found = notes.mistakes.find(mistake ? mistake->id : "");
    return found == notes.mistakes.end() ? nullptr : &found->second;
  };
  if (part.by_question.size() > 1) {
    Cause cause{.heading = part.by_question.size() == 2 ? Say::two_things : Say::several_things};
    for (const Mistake& mistake : part.by_question) {
      const MistakeNote* note = note_on(mistake);
      if (note == nullptr) continue;
      cause.text += (cause.text.empty() ? "" : "\n\n") + note->explanation;
      cause.repair += (cause.repair.empty() ? "" : "\n\n") + note->repair;
    }
    return cause;
  }
  const MistakeNote *note = note_on(part.mistake), *second = note_on(part.second_mistake);
  if (note != nullptr && second != nullptr)
    return {.heading = Say::two_things,
            .text = note->explanation + "\n\n" + second->explanation,
            .repair = note->repair + "\n\n" + second->repair};
  if (note != nullptr) return {.text = note->explanation, .repair = note->repair};
  if (std::string advice = advice_text(part, exercise, language); !advice.empty())
    return {.text = std::move(advice)};
  if (!part.observation) return {};
  return {.heading = Say::what_is_seen, .text = observation_text(*part.observation, language)};
}

/// Known ones first: where the rows suffice for one, it is one that says what to do.
std::vector<Cause> causes_of(const Verdict& verdict, const Notes& notes, Language language) {
  std::vector<Cause> causes;
  for (const PartVerdict& part : verdict.parts) {
    if (part.status == PartStatus::passed || part.status == PartStatus::not_written) continue;
    Cause cause = cause_of(part, notes, verdict.exercise, language);
    const auto same = std::ranges::find_if(
        causes, [&](const Cause& one) { return !cause.text.empty() && one.text == cause.text; });
    Cause& joined = same == causes.end() ? causes.emplace_back(std::move(cause)) : *same;
    joined.parts.push_back(&part);
  }
  std::stable_partition(causes.begin(), causes.end(), [](const Cause& cause) { return cause.known(); });
  return causes;
}

Page page_of(const Cause& cause, ExampleShown example, const Look& look) {
  Page page(look);
  Look narrower = look;
  narrower.terminal.width -= std::min<std::size_t>(2, look.terminal.width / 4);
  const auto section = [&](const std::string& heading, const std::string& text) {
    if (text.empty()) return;
    page.gap();
    page.text(heading, Paint::yellow);
    for (const std::string& line : render_markdown(text, narrower)) page.line("  " + line);
  };
  std::vector<std::string> names;
  for (const PartVerdict* part : cause.parts) names.push_back(part->name);
  section(fmt::format("{} ({})", say(look.language, cause.heading), fmt::join(names, ", ")), cause.text);
  show_example(page, *cause.parts.front(), example);
  section(say(look.language, Say::how_to_repair), cause.repair);
  return page;
}

}  // namespace

void show_failures(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows) {
  const Look& look = page.look();
  std::size_t left_out = 0;
  bool first = true;
  for (const Cause& cause : causes_of(verdict, notes, look.language)) {
    const auto fits = [&](const Page& part) {
      return rows == 0 || page.lines().size() + part.lines().size() + 3 <= rows;
    };
    Page whole = page_of(cause, ExampleShown::whole, look);
    for (const ExampleShown shorter :
         {ExampleShown::without_inputs, ExampleShown::one_value, ExampleShown::none}) {
      if (first && !fits(whole)) {
        whole = page_of(cause, shorter, look);
        left_out = 1;
      }
    }
    if (std::exchange(first, false) || (left_out == 0 && fits(whole))) {
      page.gap();
      page.append(whole.lines());
    } else {
      ++left_out;
    }
  }
  if (left_out == 0) return;
  page.gap();
  page.text(say(look.language, Say::more_behind_key), Paint::dim);
}

}  // namespace heed
