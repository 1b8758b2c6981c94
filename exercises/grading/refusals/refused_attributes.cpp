// What a compiler of C++ offers beside the language: attributes, pragmas, vectors of a processor.
#include <set>
#include <string_view>

#include "exercises/grading/refusals/refusals.hpp"

namespace heed::grading {

namespace {

using Words = std::set<std::string, std::less<>>;

const Words harmless{// these change what the compiler says or supposes
                     "assume", "deprecated", "fallthrough", "format", "likely", "maybe_unused", "nodiscard",
                     "nonnull", "noreturn", "nothrow", "unlikely", "unused", "warn_unused_result",
                     // these how it puts functions together
                     "aligned", "always_inline", "cold", "const", "flatten", "gnu_inline", "hot", "may_alias",
                     "no_unique_address", "noinline", "packed", "pure", "returns_nonnull", "used", "weak"};

/// Those that no header behind the precompiled one has: an answer's macro puts them there.
const Words never{// how functions are compiled, and whether they count
                  "target", "optimize", "ifunc", "no_instrument_function", "target_clones", "no_sanitize",
                  "no_sanitize_coverage", "disable_sanitizer_instrumentation",
                  // what else
                  "section", "symver", "weakref", "address_space", "vector_size", "ext_vector_type"};

const Words harmless_pragmas{"STDC", "diagnostic", "endregion", "error",  "ivdep",  "message", "omp",
                             "once", "pack",       "poison",    "region", "unroll", "warning"};

std::string bare(std::string name) {
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__"))
    name = name.substr(2, name.size() - 4);
  return name;
}

/// Functions and types of vectors: what they do is no branch, and several numbers are one.
bool of_vectors(std::string_view word) {
  for (const std::string_view start :
       {"__builtin_ia32_", "__builtin_shuffle", "__builtin_convertvector", "__builtin_aarch64_",
        "__builtin_neon_", "_mm_", "_mm256_", "_mm512_", "__m128", "__m256", "__m512"})
    if (word.starts_with(start)) return true;
  return false;
}

bool header_of_vectors(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.ends_with("intrin.h") || name == "arm_neon.h" || name == "arm_sve.h" || name == "simd";
}

/// "GCC target" of `#pragma GCC target("avx512f")`; "" of a harmless one.
std::string refused_line(const std::string& line) {
  const std::string start = "#pragma ";
  if (!line.starts_with(start)) return line.substr(0, line.find(' ', 2));
  const auto word_at = [&](std::size_t at) { return line.substr(at, line.find_first_of(" (", at) - at); };
  std::string word = word_at(start.size()), before;
  if ((word == "GCC" || word == "clang") && line.size() > start.size() + word.size()) {
    before = word + " ";
    word = word_at(start.size() + before.size());
  }
  return harmless_pragmas.contains(word) ? "" : start + before + word;
}

using Tokens = std::vector<Token>;

/// The attributes in the brackets that open at `at` twice, `((…))` or `[[…]]`.
std::vector<std::string> attributes_at(const Tokens& tokens, std::size_t at) {
  std::vector<std::string> names;
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const std::string& text = tokens[at].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if ((text == ")" || text == "]" || text == "}") && --depth == 0) break;
    const bool space = at + 1 < tokens.size() && tokens[at + 1].text == ":";  // gnu:: and using gnu:
    if (tokens[at].kind == Lexeme::word && depth == 2 && text != "using" && !space)
      names.push_back(bare(text));
  }
  return names;
}

}  // namespace

std::vector<Refusal> refused_attributes(const Preprocessed& answer) {
  if (answer.too_long) return {{"#define", "too_long"}};
  for (const std::string& header : answer.included)
    if (header_of_vectors(header)) return {{header.substr(header.rfind('/') + 1), "vectors"}};
  const Tokens& tokens = answer.tokens;
  const auto sign_at = [&](std::size_t at, const char* sign) {
    return at < tokens.size() && tokens[at].kind == Lexeme::sign && tokens[at].text == sign;
  };
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const auto& [kind, text, own] = tokens[at];
    if (kind == Lexeme::word && own && of_vectors(text)) return {{text, "vectors"}};
    if (kind == Lexeme::directive && own) {
      if (const std::string found = refused_line(text); !found.empty()) return {{found, "attribute"}};
    }
    if (kind == Lexeme::word && own && text == "__declspec") return {{text, "attribute"}};
    std::size_t open = tokens.size();
    if (kind == Lexeme::word && (text == "__attribute__" || text == "__attribute")) open = at + 1;
    if (sign_at(at, "[") && sign_at(at + 1, "[")) open = at;
    if (open >= tokens.size()) continue;
    for (const std::string& name : attributes_at(tokens, open))
      if (own ? !harmless.contains(name) : never.contains(name)) return {{name, "attribute"}};
  }
  return {};
}

}  // namespace heed::grading
