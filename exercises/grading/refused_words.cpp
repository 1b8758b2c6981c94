#include "exercises/grading/refused_words.hpp"

#include <algorithm>
#include <array>
#include <regex>

namespace heed::grading {

namespace {

// Assembler would reach what the compiler's checks keep from an answer; section and symver hand it over as it
// is quoted.
constexpr std::array system_words{"asm",         "__asm",  "__asm__",   "section",
                                  "__section__", "symver", "__symver__"};

// What belongs to a thread lies beside the counters of work and memory: <mutex>'s variables of a thread, the
// registers that lead there, a name of the C library in quotes (weakref).
constexpr std::array counts_words{"errno",
                                  "__errno_location",
                                  "reads_",
                                  "reads_of_watched_",
                                  "reads_watched_",
                                  "thread_local",
                                  "__thread",
                                  "__builtin_thread_pointer",
                                  "__builtin_set_thread_pointer",
                                  "__once_callable",
                                  "__once_call",
                                  "weakref",
                                  "__weakref__",
                                  "address_space",
                                  "__address_space__",
                                  "__builtin_ia32_rdfsbase32",
                                  "__builtin_ia32_rdfsbase64",
                                  "__builtin_ia32_rdgsbase32",
                                  "__builtin_ia32_rdgsbase64",
                                  "__builtin_ia32_wrfsbase32",
                                  "__builtin_ia32_wrfsbase64",
                                  "__builtin_ia32_wrgsbase32",
                                  "__builtin_ia32_wrgsbase64",
                                  "_readfsbase_u32",
                                  "_readfsbase_u64",
                                  "_readgsbase_u32",
                                  "_readgsbase_u64",
                                  "_writefsbase_u32",
                                  "_writefsbase_u64",
                                  "_writegsbase_u32",
                                  "_writegsbase_u64"};

// Functions whose branches are not counted.
constexpr std::array uncounted_words{"no_sanitize",
                                     "__no_sanitize__",
                                     "no_sanitize_coverage",
                                     "__no_sanitize_coverage__",
                                     "no_instrument_function",
                                     "__no_instrument_function__",
                                     "disable_sanitizer_instrumentation",
                                     "__disable_sanitizer_instrumentation__"};

template <typename Words>
std::string poisoned(const Words& words) {
  std::string line = "#pragma GCC poison";
  for (const char* word : words) line += std::string(" ") + word;
  return line + '\n';
}

template <typename Words>
bool holds(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string poison_words(Measured measured) {
  return "#undef errno\n" + poisoned(system_words) + poisoned(counts_words) +
         (measured == Measured::costs ? poisoned(uncounted_words) : "");
}

std::vector<Refusal> refused_words(const std::string& messages) {
  static const std::regex named(R"x(attempt to use (?:a poisoned identifier|poisoned "(\w+)"))x");
  std::smatch found;
  if (!std::regex_search(messages, found, named)) return {};
  const std::string word = found[1].matched ? found[1].str() : "asm";  // clang does not say which
  return {{word, holds(system_words, word)      ? "system"
                 : holds(uncounted_words, word) ? "uncounted"
                                                : "counts"}};
}

}  // namespace heed::grading
