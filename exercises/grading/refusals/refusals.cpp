#include "exercises/grading/refusals/refusals.hpp"

#include <algorithm>
#include <string_view>

#include "exercises/grading/refusals/symbols.hpp"
#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

namespace {

/// Operations on Variables of which no exercise is about the whole. (softmax and log_softmax are what
/// given::softmax is, and are forbidden with it.)
const Names elementary{"add",     "subtract",    "multiply",    "divide",      "negate",  "scale",
                       "shift",   "power",       "exp",         "log",         "sqrt",    "tanh",
                       "sigmoid", "relu",        "gelu",        "silu",        "max",     "mean",
                       "sum",     "variance",    "matmul",      "linear",      "softmax", "reshape",
                       "permute", "transpose",   "slice",       "concat",      "stack",   "gather",
                       "where",   "masked_fill", "log_softmax", "throw_error", "no_grad"};

/// Types that come with Tensor and Variable.
const Names types{"Variable", "Array", "Shape",      "Tokens",     "Node",
                  "NoGrad",   "Error", "UsageError", "ShapeError", "FormatError"};

/// Of the C library.
const Names of_the_system{
    // programs
    "system", "popen", "fork", "vfork", "_Fork", "__fork", "__libc_fork", "__vfork", "forkpty", "daemon",
    "clone", "__clone", "__clone3", "execl", "execlp", "execle", "execv", "execve", "execvp", "execvpe",
    "execveat", "fexecve", "posix_spawn", "posix_spawnp", "wordexp",
    // files
    "open", "open64", "openat", "openat64", "creat", "creat64", "fopen", "fopen64", "freopen", "freopen64",
    "opendir", "scandir", "nftw", "rename", "renameat", "renameat2", "remove", "unlink", "unlinkat", "rmdir",
    "mkdir", "mkdirat", "link", "linkat", "symlink", "symlinkat", "mknod", "mknodat", "mkfifo", "mkfifoat",
    "truncate", "truncate64", "tmpfile", "tmpfile64", "mkstemp", "mkstemp64", "mkostemp", "mkostemp64",
    "mkstemps", "mkstemps64", "mkostemps", "mkostemps64", "mkdtemp", "shm_open", "shm_unlink", "sem_open",
    "mq_open",
    // the network
    "socket", "socketpair", "connect", "getaddrinfo", "gethostbyname",
    // names looked up and code found while running, other processes
    "dlopen", "dlmopen", "dlsym", "dlvsym", "syscall", "ptrace", "process_vm_readv", "process_vm_writev",
    // memory by the page
    "mmap", "mmap64", "mremap", "mprotect", "pkey_mprotect", "dl_iterate_phdr", "brk", "sbrk", "shmat",
    "setrlimit", "setrlimit64", "prlimit", "prlimit64", "memfd_create"};

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

/// Whether `name` is the function, something in the class, or an instance of the template `forbidden`.
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
  if (first == "throw_error" || first.ends_with("Error")) return "";
  const bool by_hand = std::ranges::find(forbidden, "Variable::backward") != forbidden.end();
  return by_hand ? "by_hand" : "";
}

/// As a learner writes it: "given::softmax", "heed::residual_norm", "causal_mask", "fork".
std::string shown(std::string name) {
  const std::string learn = "heed::learn::";
  return name.starts_with(learn) ? name.substr(learn.size()) : name;
}

}  // namespace

std::vector<Refusal> refused_symbols(const std::string& symbols, const std::vector<std::string>& forbidden) {
  std::vector<Refusal> refusals;
  for (const Symbol& symbol : symbols_in(symbols)) {
    if (!symbol.needed()) continue;
    std::string name = name_of(symbol.name);
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
  for (const Lexeme& lexeme : Lexemes(text))
    if (lexeme.kind == Lexeme::word && assembler.contains(lexeme.text))
      return {{std::string(lexeme.text), "system"}};
  return {};
}

}  // namespace heed::grading
