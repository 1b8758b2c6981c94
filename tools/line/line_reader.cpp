#include "tools/line/line_reader.hpp"

#include <fmt/format.h>
#include <histedit.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "lib/data/text_lines.hpp"
#include "lib/report/terminal.hpp"

namespace heed {
namespace {

char* prompt_of(EditLine* edit) {
  void* prompt = nullptr;
  el_get(edit, EL_CLIENTDATA, &prompt);
  return static_cast<std::string*>(prompt)->data();
}

/// The file of this name in the folder of histories, which is made; empty where it cannot be.
std::filesystem::path history_file(const std::string& name) {
  const auto variable = [](const char* key) {
    const char* const value = std::getenv(key);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  std::filesystem::path folder = variable("XDG_STATE_HOME");
  if (!folder.is_absolute()) folder = variable("HOME") / ".local/state";
  if (!folder.is_absolute()) return {};
  folder /= "heed";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  return problem ? std::filesystem::path() : folder / name;
}

}  // namespace

LineReader::LineReader(const std::string& name) : file_(name.empty() ? "" : history_file(name)) {
  if (!input_is_typed() || !terminal(Stream::output).interactive) return;
  // libedit asks the locale how long a character is: without one, Korean would be cut into bytes.
  std::setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
  history_ = history_init();
  edit_ = history_ == nullptr ? nullptr : el_init("heed", stdin, stdout, stderr);
  if (edit_ == nullptr) return;
  HistEvent event;
  history(history_, &event, H_SETSIZE, 1000);
  history(history_, &event, H_SETUNIQUE, 1);
  if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
  el_set(edit_, EL_EDITOR, "emacs");
  el_set(edit_, EL_SIGNAL, 1);  // Ctrl-C leaves the terminal as it was
  el_set(edit_, EL_CLIENTDATA, &prompt_);
  el_set(edit_, EL_PROMPT, prompt_of);
  el_set(edit_, EL_HIST, history, history_);
}

LineReader::~LineReader() {
  if (history_ != nullptr) history_end(history_);
  if (edit_ != nullptr) el_end(edit_);
}

std::optional<std::string> LineReader::read_edited() {
  int bytes = 0;
  const char* const typed = el_gets(edit_, &bytes);
  if (typed == nullptr || bytes <= 0) return std::nullopt;
  std::string line(typed, static_cast<std::size_t>(bytes));
  while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
  if (!line.empty()) {
    HistEvent event;
    history(history_, &event, H_ENTER, line.c_str());
    if (!file_.empty()) history(history_, &event, H_SAVE, file_.c_str());
  }
  return line;
}

std::optional<std::string> LineReader::read(const std::string& prompt) {
  std::fflush(stdout);
  std::optional<std::string> line;
  if (edit_ != nullptr) {
    prompt_ = prompt;
    line = read_edited();
  } else {
    if (input_is_typed()) fmt::print("{}", prompt);
    std::fflush(stdout);
    if (!read_text_line(std::cin, line.emplace())) line.reset();
  }
  if (!line && input_is_typed()) fmt::print("\n");  // Ctrl-D leaves the prompt's line open
  return line;
}

bool input_is_typed() { return ::isatty(STDIN_FILENO) == 1; }

}  // namespace heed
