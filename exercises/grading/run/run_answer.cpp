#include "exercises/grading/run/run_answer.hpp"

#include <fmt/format.h>
#include <csignal>
#include <cstring>
#include <iterator>
#include <map>
#include <regex>

#include "exercises/grading/run/compiler_messages.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

constexpr int sanitizer_status = 99;
constexpr std::uint64_t memory_limit = std::uint64_t{2} << 30;

std::vector<std::string> environment(bool sanitized) {
  // One thread is enough for small cases, and keeps BLAS from reserving memory for many.
  std::vector<std::string> list{"OPENBLAS_NUM_THREADS=1", "HEED_THREADS=1", "LC_ALL=C.UTF-8"};
  if (sanitized) {
    list.push_back(fmt::format(
        "ASAN_OPTIONS=exitcode={}:detect_leaks=0:alloc_dealloc_mismatch=0:color=never:"
        "max_allocation_size_mb=2048:hard_rss_limit_mb=2048:allocator_may_return_null=0:handle_abort=1",
        sanitizer_status));
    list.push_back(fmt::format("UBSAN_OPTIONS=exitcode={}:color=never:print_stacktrace=0", sanitizer_status));
  }
  return list;
}

/// Its first and last 64 KB: there is what a report says.
std::string both_ends(const std::string& text) {
  constexpr std::size_t most = 64 << 10;
  return text.size() <= 2 * most ? text : text.substr(0, most) + '\n' + text.substr(text.size() - most);
}

/// The words of a failed check inside the C++ library.
std::string assertion(const std::string& err) {
  static const std::regex failed(R"(Assertion '([^\n]*)' failed)");
  std::smatch match;
  return std::regex_search(err, match, failed) ? match[1].str() : "";
}

/// ", /home/…/softmax.cpp:12": the first place in a sanitizer's report that is neither the library's nor the
/// sanitizer's.
std::string place_in(const std::string& err) {
  static const std::regex frame(R"(#\d+ 0x[0-9a-f]+ in [^\n]* (/[^\s:]+:\d+))");
  for (std::sregex_iterator at(err.begin(), err.end(), frame), end; at != end; ++at) {
    const std::string place = (*at)[1];
    if (place.find("/include/") == std::string::npos && place.find("sanitizer") == std::string::npos)
      return ", " + place;
  }
  return "";
}

/// "heap-buffer-overflow, /home/…/softmax.cpp:12" from a report of many lines.
std::string sanitizer_finding(const std::string& err) {
  static const std::regex undefined(R"(([^\s:]+:\d+):\d+: runtime error: ([^\n]*))");
  static const std::regex address(
      R"(ERROR: AddressSanitizer:? ([^\n(]*?)(?: on (?:unknown )?address[^\n]*)?(?: \(|\n|$))");
  std::smatch match;
  // a search by `undefined` goes on from each letter of a long line: not where it is not needed
  if (err.find("runtime error: ") != std::string::npos && std::regex_search(err, match, undefined))
    return match[2].str() + ", " + match[1].str();
  return std::regex_search(err, match, address) ? match[1].str() + place_in(err) : "";
}

std::string signal_name(int number) {
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
  if (const char* name = ::sigabbrev_np(number)) return fmt::format("SIG{}", name);
#else
  static const std::map<int, std::string> names{
      {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},  {SIGILL, "SIGILL"},
      {SIGKILL, "SIGKILL"}, {SIGSEGV, "SIGSEGV"}, {SIGTRAP, "SIGTRAP"}};
  if (const auto found = names.find(number); found != names.end()) return found->second;
#endif
  return "";
}

void explain(AnswerRun& run, const ProcessResult& finished, bool stack_overflow) {
  const std::string err = in_short_lines(both_ends(finished.err));
  const std::string finding = sanitizer_finding(err), assert_text = assertion(err);
  if (finished.timed_out || finished.signal == SIGXCPU) {
    run.end = End::timed_out;
  } else if (finding.find("out-of-memory") != std::string::npos ||
             // thrown where nobody catches it: a result may be too large to be handed back
             finished.err.find("instance of 'std::bad_alloc'") != std::string::npos ||
             finding.find("allocation-size") != std::string::npos ||
             finished.err.find("hard rss limit exhausted") != std::string::npos) {
    run.end = End::no_memory;
  } else if (finished.signal != 0 || finished.status == sanitizer_status) {
    run.end = End::crashed;
    run.signal = signal_name(finished.signal);
    run.message = assert_text.empty() ? finding : assert_text + place_in(err);
    if (stack_overflow || finding.starts_with("stack-overflow")) {
      run.reason = "stack_overflow";
    } else if (!assert_text.empty()) {
      run.reason = "assertion";
    } else if (!finding.empty()) {
      run.reason = "sanitizer";
    } else if (finished.signal == SIGSEGV || finished.signal == SIGBUS) {
      run.reason = "segmentation_fault";
    } else if (finished.signal == SIGFPE) {
      run.reason = "division_by_zero";
    } else if (finished.signal == SIGABRT) {
      run.reason = "aborted";
    } else {
      run.reason = finished.signal == SIGKILL ? "killed" : "signal";
    }
  } else {
    run.end = End::left_early;
    run.reason = "exit";
    run.message = fmt::format("exit status {}", finished.status);
  }
}

}  // namespace

AnswerRun run_answer(const fs::path& program, const Job& job, RunOptions options) {
  const ProcessResult finished = run_process(
      {.arguments = {program.string()},
       .environment = environment(options.sanitized),
       // where libraries are, and how a sanitizer of this build speaks; nothing else is an answer's business
       .inherited =
           std::vector<std::string>{"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"},
       .input = encode(job),
       .reports = true,
       .limits = ProcessLimits{.seconds = options.seconds,
                               .stalled = 8,  // a busy machine is no endless loop
                               .memory = options.sanitized ? 0 : memory_limit}});
  Log log = decode_log(finished.report);
  AnswerRun run{.cases = std::move(log.cases), .demo = std::move(log.demo)};
  if (!log.ended) explain(run, finished, log.stack_overflow);
  // A report of the library or a sanitizer is no print of the learner's.
  const bool report = run.reason == "sanitizer" || run.reason == "assertion" || run.end == End::no_memory ||
                      finished.err.find("Sanitizer") != std::string::npos;
  run.printed = at_most(report ? finished.out : finished.out + finished.err, 2000);
  return run;
}

}  // namespace heed::grading
