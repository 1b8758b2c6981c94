#include "exercises/grading/refusals/refused_words.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "exercises/grading/source/short_lines.hpp"

namespace heed::grading {

namespace {

// Assembler would reach what the compiler's checks keep from an answer.
constexpr std::array system_words{"asm", "__asm", "__asm__"};

constexpr std::array counts_words{
    // what belongs to a thread lies beside the counters of work and memory: <mutex>'s variables, too
    "errno", "__errno_location", "thread_local", "__thread", "__builtin_thread_pointer",
    "__builtin_set_thread_pointer", "__once_callable", "__once_call",
    // members of Tensor
    "reads_", "reads_all_", "reads_are_of_", "reads_of_watched_", "reads_one_", "reads_watched_",
    // registers that lead there
    "__builtin_ia32_rdfsbase32", "__builtin_ia32_rdfsbase64", "__builtin_ia32_rdgsbase32",
    "__builtin_ia32_rdgsbase64", "__builtin_ia32_wrfsbase32", "__builtin_ia32_wrfsbase64",
    "__builtin_ia32_wrgsbase32", "__builtin_ia32_wrgsbase64", "_readfsbase_u32", "_readfsbase_u64",
    "_readgsbase_u32", "_readgsbase_u64", "_writefsbase_u32", "_writefsbase_u64", "_writegsbase_u32",
    "_writegsbase_u64"};

// The buffers of std::cin and std::cout keep what is put back into them in memory that nobody counts.
constexpr std::array buffer_words{"rdbuf", "_M_streambuf", "_M_sbuf"};

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

std::string poison_words() { return "#undef errno\n" + poisoned(system_words) + poisoned(counts_words); }

bool misses_a_word(const std::string& messages) {
  return messages.find("attempt to use") != messages.npos && messages.find("poisoned") != messages.npos;
}

std::vector<Refusal> refused_words(const std::string& messages, const std::vector<std::string>& words) {
  static const std::regex named(R"x(attempt to use (?:a poisoned identifier|poisoned "(\w+)"))x");
  const std::string lines = in_short_lines(messages);
  std::smatch found;
  if (!std::regex_search(lines, found, named)) return {};
  const auto refused = [](const std::string& word) {
    return holds(system_words, word) || holds(counts_words, word);
  };
  const auto first = std::find_if(words.begin(), words.end(), refused);
  const std::string word = found[1].matched ? found[1].str() : first != words.end() ? *first : "asm";
  return {{word, holds(system_words, word) ? "system" : "counts"}};
}

std::vector<Refusal> refused_buffers(const Preprocessed& answer) {
  for (const auto& [kind, text, own] : answer.tokens)
    if (kind == Lexeme::word && own && holds(buffer_words, text)) return {{text, "uncounted"}};
  return {};
}

}  // namespace heed::grading
