// heed learn: the course. Alone it watches the current exercise; its subcommands do the same without a
// terminal.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/learn/class_report.hpp"
#include "tools/learn/editor_files.hpp"
#include "tools/learn/markdown.hpp"
#include "tools/learn/measure.hpp"
#include "tools/learn/overview.hpp"
#include "tools/learn/own_translator.hpp"
#include "tools/learn/report.hpp"
#include "tools/learn/teacher_page.hpp"
#include "tools/learn/watch.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

struct LearnOptions {
  std::string language;  // empty: of the locale
  std::string answers;   // empty: answers/ of the project
  std::string name;      // of an exercise
  std::string all_in;    // folder of submissions
  bool watch_command = false, tour = false, teacher = false;
  bool poll = false, sanitize = false, all = false, json = false, give_up = false;
  int level = 0;
  int repeats = 5;
  std::vector<std::string> measured, sentences;
  ReportFormat format = ReportFormat::text;
  std::string out;
};

std::string environment_or(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// answers/ of the project, or in a classroom's clone, which belongs to somebody else, of the folder here.
std::string answers_folder() {
  const std::string own = HEED_SOURCE_DIR "/answers";
  const bool there = ::access(own.c_str(), F_OK) == 0;
  return ::access(there ? own.c_str() : HEED_SOURCE_DIR, W_OK) == 0
             ? own
             : std::filesystem::absolute("answers").string();
}

LearnPlaces places(const LearnOptions& o) {
  const std::string root = environment_or("HEED_COURSE", HEED_SOURCE_DIR);
  return {.root = root,
          .answers = o.answers.empty() ? environment_or("HEED_ANSWERS", answers_folder()) : o.answers,
          .grader = environment_or("HEED_GRADER", HEED_GRADER_PROGRAM),
          .route = o.tour ? Route::tour : Route::whole};
}

Look look(const LearnOptions& o) {
  return {.language = o.language.empty() ? language_from_environment() : language_from_name(o.language),
          .terminal = terminal(Stream::output)};
}

const CourseExercise& chosen(const Learner& learner, const LearnOptions& o) {
  return o.name.empty() ? learner.current() : learner.course().find(o.name);
}

void print(const Page& page) { fmt::print("{}", page.joined()); }

int run_watch(Learner& learner, const LearnOptions& o) {
  if (o.watch_command) {
    fmt::print("{}\n", watch_command(learner, HEED_SOURCE_DIR "/heed"));
    return 0;
  }
  write_compile_commands(learner.course(), learner.answers().folder(),
                         std::filesystem::path(places(o).grader).parent_path() / "toolchain.json",
                         places(o).root);
  return watch(learner, {.poll = o.poll, .grade = {.sanitize = o.sanitize}});
}

int run_list(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  show_course(page, learner);
  print(page);
  return 0;
}

std::size_t jobs() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4); }

/// All exercises that were begun, and 0 only if every exercise of the course passes.
int check_all(Learner& learner, const LearnOptions& o) {
  const auto entries = grade_course(learner, {.grade = {.sanitize = o.sanitize}, .jobs = jobs()});
  for (const ReportEntry& entry : entries) {
    if (learner.answers().begun(entry.exercise)) learner.remember(entry.exercise, entry.outcome);
  }
  fmt::print("{}", report(learner, entries, o.json ? ReportFormat::json : ReportFormat::text));
  return std::all_of(entries.begin(), entries.end(),
                     [](const ReportEntry& entry) { return entry.outcome.passed(); })
             ? 0
             : 1;
}

int run_check(Learner& learner, const LearnOptions& o) {
  if (o.all && !o.name.empty()) throw_error<UsageError>("give the name of an exercise or --all, not both");
  if (o.all) return check_all(learner, o);
  const CourseExercise& exercise = chosen(learner, o);
  learner.prepare(exercise);
  const Outcome outcome = learner.check(exercise, {.sanitize = o.sanitize});
  learner.remember(exercise, outcome);
  if (!outcome.trouble.empty()) throw Error(outcome.trouble);
  if (o.json) {
    const bool own = outcome.json.empty();
    fmt::print("{}\n", (own ? to_json(outcome.verdict) : nlohmann::json::parse(outcome.json)).dump(2));
  } else {
    Page page(learner.look());
    page.text(
        say(learner.look().language, Say::file_to_edit, Learner::shown(learner.answers().path(exercise))),
        Paint::dim);
    learner.show_stub_news(page, exercise);
    page.gap();
    learner.show_outcome(page, exercise, outcome);
    print(page);
  }
  return outcome.passed() ? 0 : 1;
}

int run_hint(Learner& learner, const LearnOptions& o) {
  const CourseExercise& exercise = chosen(learner, o);
  Page page(learner.look());
  learner.show_hints(page, exercise, o.level > 0 ? o.level : learner.next_hint(exercise));
  print(page);
  return 0;
}

int run_reset(Learner& learner, const LearnOptions& o) {
  const CourseExercise& exercise = learner.course().find(o.name);
  const auto backup = learner.reset(exercise);
  Page page(learner.look());
  if (!backup.empty()) page.text(say(learner.look().language, Say::reset_done, Learner::shown(backup)));
  page.text(
      say(learner.look().language, Say::file_to_edit, Learner::shown(learner.answers().path(exercise))));
  print(page);
  return 0;
}

int run_solution(Learner& learner, const LearnOptions& o) {
  const CourseExercise& exercise = learner.course().find(o.name);
  if (o.give_up) learner.give_up(exercise);
  if (!learner.solution_open(exercise))
    throw Error(say(learner.look().language, Say::solution_refused, exercise.name));
  fmt::print("{}", learner.solution(exercise));
  return 0;
}

/// Every submission in a folder, one after the other; the class's mistakes on standard error.
int report_class(const LearnOptions& o) {
  std::vector<GradedSubmission> graded;
  const std::vector<Submission> all = submissions_in(o.all_in);
  bool stopped = false;
  for (const Submission& submission : all) {
    fmt::print(stderr, "{} ({}/{})\n", submission.name, graded.size() + 1, all.size());
    LearnPlaces there = places(o);
    there.answers = submission.answers;
    Learner one(there, look(o));
    try {
      graded.push_back(
          {submission.name, grade_course(one, {.grade = {.sanitize = o.sanitize}, .jobs = jobs()})});
    } catch (const Interrupted&) {
      if (graded.empty()) throw;
      stopped = true;
      break;
    }
  }
  const std::string text = class_csv(Course(places(o).root, places(o).route), graded);
  if (o.out.empty()) {
    fmt::print("{}", text);
  } else {
    atomic_write(o.out, text);
  }
  fmt::print(stderr, "\n{}", class_mistakes(graded, look(o)));
  return stopped ? 128 + interrupt_signal() : 0;
}

int run_report(Learner& learner, const LearnOptions& o) {
  if (!o.all_in.empty() && o.format != ReportFormat::text)
    throw_error<UsageError>("--all-in prints CSV: leave out --format");
  if (!o.all_in.empty()) return report_class(o);
  const auto entries = grade_course(learner, {.grade = {.sanitize = o.sanitize}, .jobs = jobs()});
  const std::string text = report(learner, entries, o.format);
  if (o.out.empty()) {
    fmt::print("{}", text);
  } else {
    atomic_write(o.out, text);
  }
  // In a step of GitHub Actions: what the reporter reads, as the step's output `result`.
  const std::string outputs = environment_or("GITHUB_OUTPUT", "");
  if (o.format == ReportFormat::github && !outputs.empty()) {
    std::ofstream file(outputs, std::ios::app);
    file << "result=" << base64(text) << "\n";
    if (!file.flush()) throw_error("{}: cannot be written; check $GITHUB_OUTPUT", outputs);
  }
  return 0;
}

int run_glossary(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  show_glossary(page, learner.course());
  print(page);
  return 0;
}

int run_api(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  page.append(render_markdown(learner.course().api(learner.look().language), learner.look()));
  print(page);
  return 0;
}

/// Without a sentence: all answers as one program, checked and trained. 0 only if it is the learner's own.
int run_translate(Learner& learner, const LearnOptions& o) {
  const OwnTranslator translator(learner.answers().folder());
  if (!o.sentences.empty()) {
    for (const std::string& translation : translator.translate(o.sentences)) fmt::print("{}\n", translation);
    return 0;
  }
  const TranslatorVerdict verdict = translator.check(learner.grader(), learner.look());
  if (o.json) {
    fmt::print("{}", translator_json(verdict));
  } else {
    Page page(learner.look());
    show_translator(page, verdict, Learner::shown(translator.model_file()));
    print(page);
  }
  return verdict.passed && verdict.all_parts ? 0 : 1;
}

int run_compare(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  show_attentions(
      page, OwnTranslator(learner.answers().folder()).compare_attentions(learner.grader(), learner.look()));
  print(page);
  return 0;
}

int run_measure(Learner& learner, const LearnOptions& o) {
  Page page(learner.look());
  show_measured(page, measure_save_to_verdict(places(o), {.repeats = o.repeats, .exercises = o.measured}));
  print(page);
  return 0;
}

int run_teacher(Learner& learner, const LearnOptions&) {
  fmt::print("{}", teacher_page(learner));
  return 0;
}

using Run = int (*)(Learner&, const LearnOptions&);

/// The watch mode reads signals itself; the others stop at the next safe place.
int with_learner(Run run, const LearnOptions& o) {
  Learner learner(places(o), look(o));
  if ((run != run_watch && (o.teacher || o.watch_command)) || (o.teacher && o.watch_command))
    throw_error<UsageError>("--teacher and --watch-command stand alone: leave out the rest");
  if (run == run_watch && o.teacher) run = run_teacher;
  if (run == run_watch) return run(learner, o);
  const CatchInterrupts catching;
  try {
    return run(learner, o);
  } catch (const Interrupted&) {
    return 128 + interrupt_signal();
  }
}

void add_sanitize(CLI::App& command, LearnOptions& o) {
  command.add_flag("--sanitize", o.sanitize,
                   "run with AddressSanitizer: slower, but it names the line of a crash [off]");
}

void add_reports(CLI::App& command, LearnOptions& o) {
  add_choice(command, "--format", o.format,
             {{"text", ReportFormat::text},
              {"json", ReportFormat::json},
              {"junit", ReportFormat::junit},
              {"gradescope", ReportFormat::gradescope},
              {"github", ReportFormat::github}},
             "gradescope: its results.json; github: what GitHub Classroom's reporter reads, which a step of "
             "GitHub Actions also gets in base64 as its output `result`");
  command.add_option("--out", o.out, "file to write, whole or not at all")
      ->option_text("FILE [standard output]");
}

}  // namespace

void add_learn(CLI::App& app, Action& action) {
  auto o = std::make_shared<LearnOptions>();
  CLI::App* learn = app.add_subcommand("learn", "the course: exercises that say what you misunderstood");
  learn->require_subcommand(0, 1);
  learn->footer(
      "Examples:\n"
      "  heed learn                       watch the current exercise and check it at every save\n"
      "  heed learn list                  the course, and how far you are\n"
      "  heed learn check softmax         the same verdict without a terminal; status 0 only if all passes\n"
      "  heed learn report --format gradescope --answers SUBMISSION --out results.json");
  learn->add_option("--lang", o->language, "en or ko")->option_text("en|ko [of the locale]");
  learn->add_option("--answers", o->answers, "folder of the learner's files")->option_text("DIR [answers]");
  learn->add_flag("--poll", o->poll,
                  "look at the file twice a second, for file systems that send no events [off]");
  learn->add_flag("--tour", o->tour, "only the 20 exercises for those who know PyTorch [off]");
  learn->add_flag("--teacher", o->teacher,
                  "print the whole course as one HTML page, with solutions and mistakes [off]");
  learn->add_flag("--watch-command", o->watch_command,
                  "print the line with which entr, or another tool, watches the current exercise [off]");
  add_sanitize(*learn, *o);
  const auto chosen_action = std::make_shared<Run>(run_watch);
  learn->callback([o, chosen_action, &action] {
    action = [o, chosen_action] { return with_learner(*chosen_action, *o); };
  });

  const auto add = [&](const char* name, const char* what, Run run) {
    CLI::App* command = learn->add_subcommand(name, what);
    command->fallthrough();  // --lang and --answers may stand behind the subcommand
    command->callback([chosen_action, run] { *chosen_action = run; });
    return command;
  };
  const auto add_name = [&](CLI::App* command, const char* when_left_out) {
    return command->add_option("name", o->name, "name or number of an exercise")->option_text(when_left_out);
  };
  add("list", "the course and your points", run_list);
  CLI::App* check = add("check", "check one exercise, or all", run_check);
  add_name(check, "NAME [the current one]");
  check->add_flag("--all", o->all, "every exercise, and the points of the course [off]");
  check->add_flag("--json", o->json, "print the verdict as JSON [off]");
  CLI::App* hint = add("hint", "the next hint: a question, the idea, nearly the code", run_hint);
  add_name(hint, "NAME [the current one]");
  add_number(*hint, "--level", o->level, "LEVEL", "show the hints up to this one; 0: one more than before", 0,
             3);
  add_name(add("reset", "begin an exercise again; your file is kept in answers/.backup", run_reset), "NAME")
      ->required();
  CLI::App* solution = add("solution", "one solution, after a pass", run_solution);
  add_name(solution, "NAME")->required();
  solution->add_flag("--give-up", o->give_up, "show it without a pass; the course remembers that [off]");
  CLI::App* reports = add("report", "check everything anew and report the points of each part", run_report);
  add_reports(*reports, *o);
  reports
      ->add_option("--all-in", o->all_in,
                   "grade every folder in DIR and print CSV, a line for each; what the class gets wrong on "
                   "standard error")
      ->option_text("DIR");
  add("glossary", "the words of the course in English and Korean", run_glossary);
  add("api", "Tensor and all else that an answer has to hand, on one page", run_api);
  CLI::App* translate = add(
      "translate", "your answers as one translator: checked, trained, then at your service", run_translate);
  translate->add_option("sentences", o->sentences, "to translate; without them it is built and checked")
      ->option_text("SENTENCE …");
  translate->add_flag("--json", o->json, "print the verdict as JSON [off]");
  add("compare", "what your attentions cost, by length, beside what is said of them", run_compare);
  CLI::App* measure = add("measure", "how long it takes from a save to its verdict", run_measure);
  add_number(*measure, "--repeats", o->repeats, "SAVES", "of each variant", 1, 1000);
  measure->add_option("exercises", o->measured, "which to measure")
      ->option_text("NAME … [six of the course]");
}

}  // namespace heed
