#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "lib/process/this_program.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/run_config.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

/// `heed help config`.
std::string help_on_config() {
  static const Bilingual help{
      .english = R"(A run is a file: JSON with the names of the options, and // comments.

  heed translate --epochs 12 --print-config > run.json   write one: every option, what it is and what it means
  heed translate --config run.json                       run it
  heed translate --config run.json --seed 2              options beside it win

  {
    "epochs": 12,          // --epochs 12
    "schedule": "noam",    // --schedule noam
    "train": true,         // a flag
    "data": null           // as if it were not there
  }

Options that are not in the file have their defaults. A name that the command does not have is refused, and a
value that its option does not take: a number stands without quotes, a text in quotes. What equals a default
asks for nothing: a file that names only how to decode lets a saved model translate, and only "train": true, or
another value of an option of a training, trains. Every training keeps its run.json beside its model, from its
beginning on: `heed translate --config runs/toy-ko-en/run.json` repeats it, to the bit on the same build and
processor, and with --resume goes on. It says where its data are from anywhere (--data, --labels); what it
writes goes to the folder in which it is repeated.
)",
      .korean = R"(실행은 파일입니다. 옵션의 이름으로 쓴 JSON이고, // 주석을 쓸 수 있습니다.

  heed translate --epochs 12 --print-config > run.json   쓰기: 모든 옵션의 값과 뜻
  heed translate --config run.json                       실행
  heed translate --config run.json --seed 2              함께 쓴 옵션이 이김

  {
    "epochs": 12,          // --epochs 12
    "schedule": "noam",    // --schedule noam
    "train": true,         // 켜고 끄는 옵션
    "data": null           // 없는 것과 같음
  }

파일에 없는 옵션은 기본값입니다. 명령에 없는 이름과 옵션이 받지 않는 값은 거절합니다. 수는 따옴표 없이, 글은
따옴표 안에 씁니다. 기본값과 같은 값은 아무것도 시키지 않습니다. 디코딩 옵션만 있는 파일로는 저장된 모델이
번역하고, "train": true나 기본값과 다른 학습 옵션이 있을 때만 학습합니다. 학습은 시작할 때부터 모델 옆에 run.json을
둡니다. `heed translate --config runs/toy-ko-en/run.json`은 같은 빌드와 프로세서에서 비트까지 같은 학습을
되풀이하고, --resume과 함께 쓰면 이어 갑니다. 데이터가 있는 곳(--data, --labels)은 어디서 실행하든
그대로이고, 쓰는 것은 실행하는 폴더로 갑니다.
)"};
  return wrap_page(help.in(spoken_language()), std::min<std::size_t>(terminal(Stream::output).width, 110));
}

/// The suite is run by ctest; this only finds it.
[[noreturn]] int run_tests() {
  replace_by({"ctest", "--test-dir", HEED_BUILD_DIR, "--output-on-failure", "--parallel", "2"},
             "it comes with CMake");
}

/// The help of `heed WORD WORD …`; without words, of all.
int show_help(const CLI::App& app, const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"config"}) {
    fmt::print("{}", help_on_config());
    return 0;
  }
  const CLI::App* command = &app;
  std::string name = "heed";
  for (const std::string& word : words) {
    const auto has = command->get_subcommands([&](const CLI::App* c) { return c->get_name() == word; });
    if (has.empty())
      throw_spoken<UsageError>("there is no command '{}'{}; `heed help` lists them",
                               "'{}' 명령은 없습니다{} (명령 목록: `heed help`)", word,
                               perhaps_meant(word, command_names(*command)));
    command = has.front();
    name += " " + word;
  }
  fmt::print("{}", command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal));
  return 0;
}

}  // namespace

void add_test(CLI::App& app, Action& action) {
  app.add_subcommand("test", "run the tests of the build that this program belongs to")->callback([&] {
    action = run_tests;
  });
}

void add_help(CLI::App& app, Action& action) {
  CLI::App* help = app.add_subcommand(
      "help", "show this help; `heed help COMMAND` tells more, `heed help config` of runs as files");
  const auto about = std::make_shared<std::vector<std::string>>();
  help->add_option("command", *about, "which to explain")->option_text("COMMAND|config [all commands]");
  add_language(*help);
  help->callback([&app, &action, about] { action = [&app, about] { return show_help(app, *about); }; });
}

}  // namespace heed
