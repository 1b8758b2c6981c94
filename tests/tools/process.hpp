// Running the heed program as a person does: arguments in; text and exit status out.
#pragma once

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/error.hpp"
#include "lib/process/descriptors.hpp"
#include "tests/catch.hpp"

struct Call {
  std::vector<std::string> arguments;
  std::filesystem::path folder;            // where it runs
  std::string input{};                     // on standard input, through a pipe
  std::vector<std::string> environment{};  // "NAME=value", added to ours
  std::optional<rlim_t> largest_file{};    // bytes; what stands in for a full disk
  std::optional<rlim_t> largest_memory{};  // bytes of address space: ulimit -v
  std::string signal_when{};               // a signal is sent as soon as the output holds this text
  int signal = SIGINT;
  bool end_memory_instead = false;  // then the process gets no more memory, in place of the signal
  std::string program = HEED_PROGRAM;
};

struct ProgramEnd {
  int status = 0;  // exit status; 128 + number for a signal, as shells have it
  std::string out, err;
};

namespace process_detail {

inline std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// Appends what has come; false at the end.
inline bool append_from(int descriptor, std::string& text) {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace process_detail

/// Runs `heed ARGUMENTS` (or another program) until it ends, at most eight minutes. Root has no right to
/// override permissions there.
inline ProgramEnd run(const Call& call) {
  using namespace process_detail;
  std::vector<std::string> arguments{"heed"}, environment = call.environment;
  arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (const std::string_view text(*entry); !text.starts_with("HEED_THREADS=") &&
                                             !text.starts_with("COLUMNS=") && !text.starts_with("LC_") &&
                                             !text.starts_with("LANG="))
      environment.emplace_back(text);
  }
  const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  heed::Pipe in, out, err;  // which the program has as its own three alone
  const pid_t child = ::fork();
  if (child < 0) heed::throw_error("fork failed");
  if (child == 0) {
    ::dup2(in.ends[0], STDIN_FILENO);
    ::dup2(out.ends[1], STDOUT_FILENO);
    ::dup2(err.ends[1], STDERR_FILENO);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);  // also under nohup
    if (::chdir(call.folder.c_str()) != 0) ::_exit(126);
    for (const auto& [resource, most] :
         {std::pair{RLIMIT_FSIZE, call.largest_file}, std::pair{RLIMIT_AS, call.largest_memory}}) {
      const rlimit limit{most.value_or(0), most.value_or(0)};
      if (most) ::setrlimit(resource, &limit);
    }
    constexpr unsigned long may_override = 1, may_override_reading = 2;  // CAP_DAC_OVERRIDE, …_READ_SEARCH
    for (const unsigned long capability : {may_override, may_override_reading})
      ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    ::execve(call.program.c_str(), argv.data(), envp.data());
    ::_exit(127);
  }
  for (int* end : {&in.ends[0], &out.ends[1], &err.ends[1]}) heed::close_if_open(*end);
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends without reading its input
  if (::write(in.ends[1], call.input.data(), call.input.size()) < 0 && errno != EPIPE)
    heed::throw_error("write failed");
  heed::close_if_open(in.ends[1]);

  ProgramEnd outcome;
  bool signalled = call.signal_when.empty();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(8);
  std::array<pollfd, 2> open{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (std::chrono::steady_clock::now() > deadline) ::kill(child, SIGKILL);
    ::poll(open.data(), open.size(), 1000);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd >= 0 && open[i].revents != 0 &&
          !append_from(open[i].fd, i == 0 ? outcome.out : outcome.err))
        open[i].fd = -1;
    }
    if (!signalled && (outcome.out + outcome.err).find(call.signal_when) != std::string::npos) {
      const rlimit nothing_more{0, 0};
      if (call.end_memory_instead) {
        ::prlimit(child, RLIMIT_AS, &nothing_more, nullptr);
      } else {
        ::kill(child, call.signal);
      }
      signalled = true;
    }
  }
  if (!signalled) outcome.err += "(the test: never said '" + call.signal_when + "')\n";
  int status = 0;
  ::waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

using Words = std::vector<std::string>;

/// The words and more behind them.
inline Words plus(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The words of a command line: cut at blanks, but for those in single quotes.
inline Words words_of(const std::string& line) {
  Words words;
  std::istringstream text(line);
  for (std::string word; text >> std::quoted(word, '\'');) words.push_back(word);
  return words;
}

/// `heed WORDS` in this folder, with this on standard input.
inline ProgramEnd run_heed(const std::filesystem::path& folder, Words words, std::string input = "") {
  return run({.arguments = std::move(words), .folder = folder, .input = std::move(input)});
}

/// The same of a call that must end well.
inline ProgramEnd run_well(const std::filesystem::path& folder, Words words, std::string input = "") {
  ProgramEnd end = run_heed(folder, std::move(words), std::move(input));
  INFO(end.out << end.err);
  REQUIRE(end.status == 0);
  return end;
}

inline void check_end(const ProgramEnd& end, int status) {
  INFO(end.out << end.err);
  CHECK(end.status == status);
}
