#include "exercises/grading/run/refusals.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "exercises/grading/source/cpp_text.hpp"

namespace heed::grading {

namespace {

using Names = std::set<std::string, std::less<>>;

/// Operations on Variables of which no exercise is about the whole. (softmax and log_softmax are what
/// given::softmax is, and are forbidden with it.)
const Names elementary{
    "add",     "subtract",    "multiply",    "divide",      "negate",       "scale",
    "shift",   "power",       "exp",         "log",         "sqrt",         "tanh",
    "sigmoid", "relu",        "gelu",        "silu",        "max",          "mean",
    "sum",     "variance",    "matmul",      "linear",      "softmax",      "reshape",
    "permute", "transpose",   "slice",       "concat",      "stack",        "gather",
    "where",   "masked_fill", "log_softmax", "throw_error", "make_message", "format_message",
    "no_grad"};

/// Types that come with Tensor and Variable.
const Names types{"Variable", "Array",   "Shape",      "Tokens",     "Node",       "NoGrad",
                  "Error",    "Message", "UsageError", "ShapeError", "FormatError"};

/// The kernel refuses the same while an answer runs (confine.cpp).
const Names of_the_system{"system",  "popen",  "fork",   "vfork",  "execl",    "execv",       "execve",
                          "execvp",  "clone",  "open",   "openat", "open64",   "fopen",       "fopen64",
                          "freopen", "creat",  "rename", "remove", "unlink",   "posix_spawn", "mkdir",
                          "tmpfile", "socket", "dlopen", "dlsym",  "mmap",     "mmap64",      "mprotect",
                          "syscall", "ptrace", "brk",    "sbrk",   "shm_open", "setrlimit"};

/// These start a thread.
const Names of_threads{"pthread_create", "thrd_create", "timer_create", "mq_notify",
                       "std::thread::_M_start_thread"};

/// The classes of <fstream> and <filesystem>: an answer opens no files.
const Names of_files{"std::basic_filebuf", "std::basic_ifstream", "std::basic_ofstream", "std::basic_fstream",
                     "std::filesystem"};

/// "heed::learn::given::softmax" of "U heed::learn::given::softmax(heed::learn::Tensor const&)"; of a
/// template the name behind its return type.
std::string name_of(std::string_view symbol) {
  std::string_view name = symbol.substr(
      0,
      symbol.find_first_of("(<@[", symbol.find("operator") == symbol.npos ? 0 : symbol.find("operator") + 8));
  for (const std::string_view kind :
       {"vtable for ", "typeinfo for ", "typeinfo name for ", "VTT for ", "guard variable for "})
    if (name.starts_with(kind)) name.remove_prefix(kind.size());
  if (const std::size_t blank = name.rfind(' '); blank != name.npos && name.find("operator") == name.npos)
    name.remove_prefix(blank + 1);
  return std::string(name);
}

/// Returns true if `name` is the function, something in the class, or an instance of the template
/// `forbidden`.
bool is_or_in(std::string_view name, const std::string& forbidden) {
  return name == forbidden || name.starts_with(forbidden + "::");
}

std::string reason_against(const std::string& name, const std::vector<std::string>& forbidden) {
  if (of_threads.contains(name)) return "thread";
  if (name.starts_with("fmt::") && name.find("file") != name.npos) return "system";
  if (name.starts_with("sentencepiece::")) return "library";
  const auto inside = [&](const std::string& one) { return is_or_in(name, one); };
  if (std::any_of(of_files.begin(), of_files.end(), inside)) return "system";
  if (name.starts_with("exercise_")) return "subject";  // the references, each in a namespace of its own
  if (!name.starts_with("heed::")) return of_the_system.contains(name) ? "system" : "";
  for (const std::string& one : forbidden) {
    for (const char* space : {"heed::learn::given::", "heed::", "heed::learn::"})
      if (is_or_in(name, space + one)) return "subject";
  }
  if (name.starts_with("heed::learn::")) return "";
  const std::string inner = name.substr(6), first = inner.substr(0, inner.find(':'));
  const bool operation = first.starts_with("operator") || elementary.contains(first);
  if (!operation && !types.contains(first)) return "library";
  if (first == "throw_error" || first.ends_with("Error") || first.ends_with("_message") || first == "Message")
    return "";
  const bool by_hand = std::ranges::find(forbidden, "Variable::backward") != forbidden.end();
  return by_hand ? "by_hand" : "";
}

/// As a learner writes it: "given::softmax", "heed::residual_norm", "causal_mask", "fork".
std::string shown(std::string name) {
  const std::string learn = "heed::learn::";
  return name.starts_with(learn) ? name.substr(learn.size()) : name;
}

/// The name in a line of nm, of what is needed from elsewhere: blanks, the kind, the name; else "".
std::string needed_name(const std::string& line) {
  const std::size_t kind = line.find_first_not_of(' ');
  if (kind == line.npos || kind + 2 >= line.size() || line[kind + 1] != ' ') return "";
  if (std::string_view("Uwv").find(line[kind]) == std::string_view::npos) return "";
  return line.substr(kind + 2);
}

/// Says if an answer may include that, as it stands behind #include.
bool may_be_included(const std::string& file) {
  static const Names own{"exercises/learn.hpp", "exercises/given.hpp", "exercises/given_layers.hpp",
                         "exercises/given_values.hpp", "lib/core/special_ids.hpp"};
  if (file.size() > 2 && own.contains(std::string_view(file).substr(1, file.size() - 2))) return true;
  return file.starts_with('<') && file.find("exercises") == file.npos && file.find("..") == file.npos;
}

}  // namespace

std::vector<Refusal> refused_symbols(const std::string& symbols, const std::vector<std::string>& forbidden) {
  std::vector<Refusal> refusals;
  std::istringstream lines(symbols);
  for (std::string line; std::getline(lines, line);) {
    const std::string symbol = needed_name(line);
    if (symbol.empty()) continue;
    std::string name = name_of(symbol);
    if (const std::string in_double = "heed::f64::"; name.starts_with(in_double))
      name.replace(0, in_double.size(), "heed::");
    Refusal refusal{shown(name), reason_against(name, forbidden)};
    const bool told =
        std::ranges::any_of(refusals, [&](const Refusal& one) { return one.name == refusal.name; });
    if (!refusal.reason.empty() && !told) refusals.push_back(std::move(refusal));
  }
  return refusals;
}

std::vector<Refusal> refused_words(const std::string& text) {
  static const Names assembler{"asm", "__asm", "__asm__"};
  static const std::regex include(R"(#\s*(?:include|include_next|import|embed)\s*(<[^>]*>|"[^"]*"|\S*)[^]*)");
  for (const Lexeme& lexeme : lexemes_of(text)) {
    const std::string words(lexeme.text.substr(0, 400));
    if (lexeme.kind == Lexeme::word && assembler.contains(words)) return {{words, "system"}};
    std::smatch match;
    if (lexeme.kind == Lexeme::directive && std::regex_match(words, match, include) &&
        !may_be_included(match[1]))
      return {{match[1], "file"}};
  }
  return {};
}

}  // namespace heed::grading
