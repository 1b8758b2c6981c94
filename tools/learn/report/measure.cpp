#include "tools/learn/report/measure.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <set>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/temporary_folder.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

void wait_for_outcome(Follower& follower, const std::string& content) {
  while (!follower.outcome() || follower.content() != content) {
    auto ready = follower.descriptors();
    ::poll(ready.data(), ready.size(), follower.timeout());
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    follower.advance();
  }
}

std::vector<ListedExercise> chosen(const Learner& learner, const MeasureOptions& options) {
  const std::vector<ListedExercise> all = learner.grader().list();
  const std::size_t wanted = options.exercises.empty() ? std::min<std::size_t>(6, all.size()) : 0;
  std::vector<ListedExercise> some;
  for (std::size_t i = 0; i < wanted; ++i) some.push_back(all[i * all.size() / wanted]);
  for (const std::string& name : options.exercises) {
    const std::string& exercise = learner.course().find(name).name;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.exercise == exercise; });
    if (found == all.end())
      throw_error<UsageError>("{} is not compiled, so there is nothing to measure", exercise);
    some.push_back(*found);
  }
  return some;
}

/// Whether parts of it fail, and for none of them a mistake is named.
bool is_unnamed(const Verdict& verdict) {
  const auto& parts = verdict.parts;
  return std::any_of(parts.begin(), parts.end(), [](const PartVerdict& part) { return part.failure; }) &&
         std::none_of(parts.begin(), parts.end(), [](const PartVerdict& part) { return part.mistake; });
}

/// What a learner does: saves a text, and looks at what comes of it.
class Saves {
 public:
  Saves(const Learner& learner, const CourseExercise& exercise)
      : learner_(learner),
        exercise_(exercise),
        file_(learner.answers().path(exercise)),
        follower_(file_,
                  [&](const std::string& content) { return learner_.start_check(exercise_, content, {}); },
                  Learner::finish_check, {}) {
    wait_for_outcome(follower_, follower_.content());
  }

  /// The seconds until its verdict is in words.
  double save(const std::string& content) {
    const auto saved = std::chrono::steady_clock::now();
    atomic_write(file_, content);
    wait_for_outcome(follower_, content);
    if (!follower_.outcome()->trouble.empty())
      throw_error("{}: {}", exercise_.name, follower_.outcome()->trouble);
    Page page(learner_.look());
    learner_.show_outcome(page, exercise_, *follower_.outcome());
    return seconds_since(saved);
  }

  /// The solution with an edit that makes a wrong answer which nothing names: the first such of some that are
  /// evenly spread; "" where there is none.
  std::string unnamed() {
    constexpr std::size_t most_tries = 12;
    const std::vector<std::string> texts = learner_.grader().edited(exercise_.name);
    const std::size_t tries = std::min(most_tries, texts.size());
    for (std::size_t i = 0; i < tries; ++i) {
      const std::string& text = texts[i * texts.size() / tries];
      save(text);
      if (is_unnamed(follower_.outcome()->verdict)) return text;
    }
    return "";
  }

 private:
  const Learner& learner_;
  const CourseExercise& exercise_;
  const std::filesystem::path file_;
  Follower follower_;
};

WaitingTime waiting_time(const std::vector<double>& seconds) {
  if (seconds.empty()) return {};
  return {percentile(seconds, 0.5), percentile(seconds, 0.95), seconds.size()};
}

}  // namespace

double percentile(std::vector<double> values, double share) {
  if (values.empty()) throw_error<UsageError>("percentile: no values");
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

Measured measure_save_to_verdict(const LearnPlaces& places, const MeasureOptions& options) {
  const TemporaryFolder folder;
  Learner learner({places.root, folder.path(), places.grader}, {});
  Measured measured;
  std::vector<double> known, unnamed;
  for (const ListedExercise& listed : chosen(learner, options)) {
    const CourseExercise& exercise = learner.course().find(listed.exercise);
    learner.prepare(exercise);
    Saves saves(learner, exercise);
    std::vector<std::pair<std::string, std::string>> variants{
        {"stub", learner.grader().stub(exercise.name, Language::english)},
        {"solution", learner.grader().solution(exercise.name, Language::english)}};
    if (!listed.wrong.empty())
      variants.emplace_back(
          "wrong", learner.grader().wrong(exercise.name, listed.wrong.front(), learner.look().language));
    if (const std::string text = saves.unnamed(); !text.empty()) variants.emplace_back("unnamed", text);
    const std::size_t first = measured.variants.size();
    for (const auto& [name, content] : variants) measured.variants.push_back({exercise.name, name});
    for (int i = 0; i < options.repeats; ++i) {
      for (std::size_t v = 0; v < variants.size(); ++v) {
        const double seconds = saves.save(fmt::format("{}// save {}.{}\n", variants[v].second, i, v));
        measured.variants[first + v].seconds.push_back(seconds);
        (variants[v].first == "unnamed" ? unnamed : known).push_back(seconds);
      }
    }
  }
  measured.known = waiting_time(known);
  measured.unnamed = waiting_time(unnamed);
  return measured;
}

void show_measured(Page& page, const Measured& measured) {
  const Language language = page.look().language;
  page.text(both("From save to verdict, {} checks on {} threads of this machine:",
                 "저장부터 판정까지, {}회 채점 (이 컴퓨터의 스레드 {}개):",
                 measured.known.saves + measured.unnamed.saves, std::thread::hardware_concurrency()));
  for (const MeasuredVariant& variant : measured.variants) {
    page.line("  " + both("{:<28} {:<9} median {:.2f} s, slowest {:.2f} s",
                          "{:<28} {:<9} 중앙값 {:.2f}초, 최댓값 {:.2f}초", variant.exercise, variant.variant,
                          percentile(variant.seconds, 0.5), percentile(variant.seconds, 1))
                         .in(language));
  }
  page.text(both("median {:.2f} s, 95 % within {:.2f} s", "중앙값 {:.2f}초, 95 %는 {:.2f}초 이내",
                 measured.known.median, measured.known.most_of_95),
            Paint::bold);
  if (measured.unnamed.saves > 0)
    page.text(both("of wrong answers that nothing names: median {:.2f} s, 95 % within {:.2f} s",
                   "알려진 실수가 아닌 오답: 중앙값 {:.2f}초, 95 %는 {:.2f}초 이내", measured.unnamed.median,
                   measured.unnamed.most_of_95),
              Paint::bold);
}

}  // namespace heed
