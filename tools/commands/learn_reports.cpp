#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/text/words.hpp"
#include "tools/commands/learn_runs.hpp"
#include "tools/language/both.hpp"
#include "tools/language/language.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report/class_report.hpp"
#include "tools/learn/report/overview.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/translator/own_translator.hpp"
#include "tools/translation/text_session.hpp"

namespace heed {

int check_all(Learner& learner, const LearnOptions& o) {
  const auto entries = grade_course(learner, {.grade = {.sanitize = o.sanitize}, .jobs = grading_jobs()});
  for (const ReportEntry& entry : entries)  // what cannot be saved is said once
    if (learner.answers().begun(entry.exercise) && !remember_or_say(learner, entry.exercise, entry.outcome))
      break;
  fmt::print("{}", report(learner, entries, o.json ? ReportFormat::json : ReportFormat::text));
  return std::all_of(entries.begin(), entries.end(),
                     [](const ReportEntry& entry) { return entry.outcome.passed(); })
             ? 0
             : 1;
}

namespace {

/// 1 where an answer got no verdict, which is nobody's 0 points.
int status_of(const std::vector<ReportEntry>& entries) {
  return std::ranges::any_of(entries,
                             [](const ReportEntry& entry) { return !entry.outcome.trouble.empty(); });
}

/// Every submission in a folder, one after the other; the class's mistakes, and why there is no verdict, on
/// standard error.
int report_class(const LearnOptions& o) {
  std::vector<GradedSubmission> graded;
  const Course course(places(o).root, places(o).route);
  const std::vector<Submission> all = submissions_in(o.all_in, course);
  for (const CourseExercise& exercise : course.exercises())
    if (std::ranges::find(all, exercise.chapter, &Submission::name) != all.end())
      throw_error<UsageError>(
          tr_noop("{0} is one submission, with a folder for {1}: give the folder that holds them all"),
          o.all_in, exercise.chapter);
  bool stopped = false;
  const std::vector<std::string> inside = without_network();
  if (inside.empty())
    fmt::print(stderr, "{}\n",
               look(o).language == Language::korean
                   ? "이 시스템은 unshare를 허용하지 않아, 네트워크 차단은 seccomp에만 맡깁니다."
                   : "This system does not allow unshare: seccomp alone keeps answers from the network.");
  for (const Submission& submission : all) {
    fmt::print(stderr, "{} ({}/{})\n", submission.name, graded.size() + 1, all.size());
    LearnPlaces there = places(o);
    there.answers = submission.answers;
    Learner one(there, look(o));
    try {
      graded.push_back({submission.name,
                        grade_course(one, {.grade = {.inside = inside, .demo = false, .sanitize = o.sanitize},
                                           .jobs = grading_jobs(),
                                           .only_in = submission.folder})});
    } catch (const Interrupted&) {
      if (graded.empty()) throw;
      stopped = true;
      break;
    }
  }
  int status = 0;
  for (const GradedSubmission& one : graded) {
    status = std::max(status, status_of(one.entries));
    for (const ReportEntry& entry : one.entries)
      if (!entry.outcome.trouble.empty())
        fmt::print(stderr, "{}: {}: {}\n", one.name, entry.exercise.name, entry.outcome.trouble);
  }
  const std::string text = class_csv(course, graded);
  if (o.out.empty()) {
    fmt::print("{}", text);
  } else {
    atomic_write(o.out, "\xEF\xBB\xBF" + text);  // by which Excel knows that Korean names are UTF-8
  }
  return stopped ? 128 + interrupt_signal() : status;
}

}  // namespace

int run_report(Learner& learner, const LearnOptions& o) {
  if (!o.all_in.empty() && o.format != ReportFormat::text)
    throw_error<UsageError>(tr_noop("--all-in prints CSV: leave out --format"));
  if (!o.out.empty()) require_writable_folder(o.out);
  if (!o.all_in.empty()) return report_class(o);
  const auto entries = grade_course(learner, {.grade = {.sanitize = o.sanitize}, .jobs = grading_jobs()});
  const std::string text = report(learner, entries, o.format);
  if (o.out.empty()) {
    fmt::print("{}", text);
  } else {
    atomic_write(o.out, text);
  }
  return status_of(entries);
}

namespace {

/// The first time the statement of a project comes before what it says.
void begin_project(const Learner& learner, const std::string& command) {
  const CourseExercise* project = learner.course().project(command);
  if (project == nullptr || learner.record().of(project->name).max_points > 0) return;
  Page page(learner.look());
  page.append(render_markdown(learner.course().statement(*project, learner.look().language), learner.look()));
  page.gap();
  fmt::print("{}", page.joined());
  std::fflush(stdout);
}

void remember_project(Learner& learner, const std::string& command, double points, double most,
                      PartStatus status) {
  const CourseExercise* project = learner.course().project(command);
  if (project == nullptr) return;
  Outcome outcome;
  outcome.verdict.parts = {{.name = project->name, .points = points, .max_points = most, .status = status}};
  learner.remember(*project, outcome);
}

/// The grammar has no punctuation: its marks are no words.
std::string without_marks(const std::string& sentence) {
  std::vector<std::string> words = split_words(sentence);
  std::erase_if(words, [](const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::ispunct(c) != 0; });
  });
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

int run_translate(Learner& learner, const LearnOptions& o) {
  const OwnTranslator translator(learner.answers().folder());
  if (!o.sentences.empty()) {
    std::vector<std::string> sentences = sentences_of_words(o.sentences);
    for (std::string& sentence : sentences) sentence = without_marks(sentence);
    if (std::count(sentences.begin(), sentences.end(), "") > 0)
      throw_error<UsageError>(tr_noop("a sentence without a word cannot be translated"));
    const auto translations = translator.translate(sentences);
    for (const OwnTranslation& translation : translations) {
      fmt::print("{}\n", translation.text);
      if (translation.unknown.empty()) continue;
      std::fflush(stdout);
      fmt::print(stderr, "{}\n",
                 both("heed: guessed, for it has never seen: {}",
                      "heed: 배운 적이 없는 단어가 있어 짐작한 번역입니다: {}",
                      fmt::format("{}", fmt::join(translation.unknown, ", ")))
                     .in(learner.look().language));
    }
    return 0;
  }
  if (!o.json) begin_project(learner, "heed learn translate");
  TranslatorVerdict verdict;
  try {
    verdict = translator.check(learner.grader(), learner.look());
  } catch (const Interrupted& stopped) {
    fmt::print(stderr, "{}\n",
               both("heed: stopped {}; nothing of this run is kept. From the start again: ./heed learn "
                    "translate{}",
                    "heed: {} 멈추었습니다. 이번 실행에서 남는 것은 없습니다. 처음부터 다시: ./heed learn "
                    "translate{}",
                    localized(stopped), learner.options())
                   .in(learner.look().language));
    return 128 + interrupt_signal();
  }
  if (o.json) {
    fmt::print("{}\n",
               to_json(to_verdict(verdict)).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    Page page(learner.look());
    show_translator(page, verdict, Learner::shown(translator.model_file()), learner.options());
    fmt::print("{}", page.joined());
  }
  // with references among its parts it is not the learner's own yet
  const bool own = verdict.passed && verdict.all_parts;
  remember_project(learner, "heed learn translate", verdict.points, verdict.max_points,
                   own ? PartStatus::passed : PartStatus::failed);
  if (verdict.interrupted) return 128 + interrupt_signal();
  return own ? 0 : 1;
}

int run_compare(Learner& learner, const LearnOptions&) {
  begin_project(learner, "heed learn compare");
  Page page(learner.look());
  const auto costs =
      OwnTranslator(learner.answers().folder()).compare_attentions(learner.grader(), learner.look());
  show_attentions(page, costs);
  fmt::print("{}", page.joined());
  std::set<std::string> all;
  for (const OwnAttentionCost& cost : costs) all.insert(cost.kind);
  const int points = attentions_that_hold(costs), most = static_cast<int>(all.size());
  remember_project(learner, "heed learn compare", points, most,
                   points == most ? PartStatus::passed : PartStatus::failed);
  return 0;
}

}  // namespace heed
