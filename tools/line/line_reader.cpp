#include "tools/line/line_reader.hpp"

#include <fmt/format.h>
#include <histedit.h>
#include <unistd.h>

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "lib/data/text_lines.hpp"
#include "lib/report/terminal.hpp"

namespace heed {

class LineReader::Editor {
 public:
  explicit Editor(std::string file) : file_(std::move(file)) {
    // libedit asks the locale how long a character is: without one, Korean would be cut into bytes.
    std::setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
    edit_ = el_init("heed", stdin, stdout, stderr);
    history_ = history_init();
    if (edit_ == nullptr || history_ == nullptr) return;
    HistEvent event;
    history(history_, &event, H_SETSIZE, 1000);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_SIGNAL, 1);  // Ctrl-C leaves the terminal as it was
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, prompt_of);
    el_set(edit_, EL_HIST, history, history_);
  }
  ~Editor() {
    if (history_ != nullptr) history_end(history_);
    if (edit_ != nullptr) el_end(edit_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  bool works() const { return edit_ != nullptr && history_ != nullptr; }

  std::optional<std::string> read(const std::string& prompt) {
    prompt_ = prompt;
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

 private:
  static char* prompt_of(EditLine* edit) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return static_cast<Editor*>(self)->prompt_.data();
  }

  std::string file_, prompt_;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

LineReader::LineReader(const std::filesystem::path& history) {
  if (isatty(STDIN_FILENO) == 0 || !terminal(Stream::output).interactive) return;
  editor_ = std::make_unique<Editor>(history.string());
  if (!editor_->works()) editor_.reset();
}

LineReader::~LineReader() = default;

std::optional<std::string> LineReader::read(const std::string& prompt) {
  std::fflush(stdout);
  const bool typed = isatty(STDIN_FILENO) == 1;
  std::optional<std::string> line;
  if (editor_) {
    line = editor_->read(prompt);
  } else {
    if (typed) fmt::print("{}", prompt);
    std::fflush(stdout);
    if (!read_text_line(std::cin, line.emplace())) line.reset();
  }
  if (!line && typed) fmt::print("\n");  // Ctrl-D leaves the prompt's line open
  return line;
}

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

bool input_is_typed() { return isatty(STDIN_FILENO) == 1; }

bool input_is_waiting() {
  struct stat input {};
  if (isatty(STDIN_FILENO) == 1 || ::fstat(STDIN_FILENO, &input) != 0) return false;
  if (S_ISREG(input.st_mode)) return ::lseek(STDIN_FILENO, 0, SEEK_CUR) < input.st_size;
  pollfd waiting{STDIN_FILENO, POLLIN, 0};
  int bytes = 0;
  return ::poll(&waiting, 1, 0) == 1 && ::ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}

}  // namespace heed
