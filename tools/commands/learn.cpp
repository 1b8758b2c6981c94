// heed learn: the course. Alone it watches the current exercise; its subcommands do the same without a
// terminal.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/learn_runs.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/tr.hpp"
#include "tools/usage.hpp"

namespace heed {
namespace {

/// Each stops at the next safe place where a signal asks for it.
int with_learner(LearnRun* run, const LearnOptions& o) {
  if (!o.language.empty()) spoken_language() = language_from_name(o.language);
  // A mistyped folder must not become a new one; to begin in a new one is what the watch mode is for.
  if (run != run_watch && !o.answers.empty() && !std::filesystem::is_directory(o.answers))
    throw_error<UsageError>(
        tr_noop("there is no folder {0}; `heed learn --answers {0}` begins the course in a new one"),
        o.answers);
  const LearnPlaces places = learn_places(o);
  Learner learner(places);
  if (const std::filesystem::path& aside = learner.record().set_aside(); !aside.empty())
    fmt::print(stderr, "{}\n",
               tr("Your points could not be read: what was saved is damaged. With the first new ones it is "
                  "kept as {}.",
                  aside.string()));
  if (!o.start.empty() && run != run_watch)
    throw_error<UsageError>(tr_noop("'{0}' is one word too many; `heed learn {0}` opens an exercise"),
                            o.start);
  if (run == run_watch || run == run_check)  // so that clangd knows what an answer includes
    learner.answers().tell_editors(places.grader.parent_path() / "toolchain.json");
  const CatchInterrupts catching;
  try {
    Page page;
    const int status = run(learner, o, page);
    page.print();
    return status;
  } catch (const Interrupted&) {
    return 128 + interrupt_signal();
  }
}

}  // namespace

void add_learn(CLI::App& app, Action& action) {
  auto o = std::make_shared<LearnOptions>();
  CLI::App* learn =
      app.add_subcommand("learn", tr_noop("the course: exercises that say what you misunderstood"));
  learn->require_subcommand(0, 1);
  learn->footer(tr_noop(
      "Examples:\n"
      "  heed learn                       watch the current exercise and check it at every save\n"
      "  heed learn stable_softmax        the same, from that exercise on\n"
      "  heed learn list                  the course, and how far you are\n"
      "  heed learn check stable_softmax  the same verdict without a terminal; status 0 only if all passes"));
  learn->add_option("--lang", o->language, tr_noop("en or ko"))
      ->check(one_of({"en", "ko"}))
      ->option_text(tr_noop("en|ko [of the locale]"));
  learn->add_option("--answers", o->answers, tr_noop("folder of the learner's files"))
      ->option_text("DIR [answers]");
  learn->add_flag("--tour", o->tour, tr_noop("only the 12 exercises for those who know PyTorch [off]"));
  learn->add_option("start", o->start, tr_noop("name or number of the exercise to watch"))
      ->option_text(tr_noop("NAME [the current one]"));
  learn->add_flag("--sanitize", o->sanitize,
                  tr_noop("run with AddressSanitizer: slower, but it names the line of a crash [off]"));
  const auto chosen_action = std::make_shared<LearnRun*>(run_watch);
  learn->callback([o, chosen_action, &action] {
    action = [o, chosen_action] { return with_learner(*chosen_action, *o); };
  });

  const auto add = [&](const char* name, const char* what, LearnRun* run) {
    CLI::App* command = learn->add_subcommand(name, what);
    command->fallthrough();  // --lang and --answers may stand behind the subcommand
    command->callback([chosen_action, run] { *chosen_action = run; });
    return command;
  };
  const auto add_name = [&](CLI::App* command, const char* when_left_out) {
    return command->add_option("name", o->name, tr_noop("name or number of an exercise"))
        ->option_text(when_left_out);
  };
  add("list", tr_noop("the course and your best points"), run_list);
  add_name(add("check", tr_noop("check one exercise"), run_check), tr_noop("NAME [the current one]"));
  CLI::App* program =
      add("run", tr_noop("the first case that fails as a program of its own, for a debugger"), run_program);
  add_name(program, "NAME")->required();
  program->add_option("case", o->part, tr_noop("name of a part, or of a case as the verdict has it"))
      ->option_text(tr_noop("CASE [the first that fails]"));
  program->add_flag("--gdb", o->gdb, tr_noop("in gdb, which stops in each function of the file [off]"));
  program->add_flag("--vscode", o->vscode, tr_noop("write answers/.vscode/launch.json for it instead [off]"));
  add_name(add("hint", tr_noop("the next hint: a question, the idea, nearly the code"), run_hint),
           tr_noop("NAME [the current one]"));
  add_name(add("reset", tr_noop("begin an exercise again; your file is kept in answers/.backup"), run_reset),
           "NAME")
      ->required();
  CLI::App* solution = add("solution", tr_noop("one solution, after a pass"), run_solution);
  add_name(solution, "NAME")->required();
  solution->add_flag("--give-up", o->give_up,
                     tr_noop("show it without a pass; the course remembers that [off]"));
  CLI::App* reports =
      add("report", tr_noop("check everything anew and report the points of each part"), run_report);
  reports->add_option("--out", o->out, tr_noop("file to write, whole or not at all"))
      ->option_text(tr_noop("FILE [standard output]"));
  reports
      ->add_option("--all-in", o->all_in,
                   tr_noop("grade every folder in DIR and print CSV, a line for each; which answers got no "
                           "verdict (status 1) on standard error"))
      ->option_text("DIR");
  add("glossary", tr_noop("the words of the course in English and Korean"), run_glossary);
  add("api", tr_noop("Tensor and all else that an answer has to hand, on one page"), run_api);
  CLI::App* translate =
      add("translate", tr_noop("your answers as one translator: checked, trained, then at your service"),
          run_translate);
  translate
      ->add_option("sentences", o->sentences,
                   tr_noop("to translate, in quotes or not; without them it is built and checked"))
      ->option_text("SENTENCE …");
  translate->footer(tr_noop(
      "Examples:\n"
      "  heed learn translate                               builds, checks and trains it: under a minute\n"
      "  heed learn translate \"나는 큰 사과를 좋아한다\"    by the translator that passed last"));
  add("compare", tr_noop("what your attentions cost, by length, beside what is said of them"), run_compare);
}

}  // namespace heed
