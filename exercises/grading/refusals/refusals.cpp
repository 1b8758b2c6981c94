#include "exercises/grading/refusals/refusals.hpp"

#include <algorithm>
#include <regex>
#include <string_view>

#include "exercises/grading/refusals/symbols.hpp"

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

/// What starts a thread: who runs beside a case may do work where nobody counts, or look on while its result
/// is handed back.
const Names of_threads{"pthread_create", "thrd_create", "timer_create", "mq_notify",
                       "std::thread::_M_start_thread"};

/// The classes of <fstream> and <filesystem>: an answer opens no files.
const Names of_files{"std::basic_filebuf", "std::basic_ifstream", "std::basic_ofstream", "std::basic_fstream",
                     "std::filesystem"};

/// Of the C++ library: what gets its memory where nobody counts;
/// what searches as memchr does; and what keeps a value of one's own from one call to the next. (Of the C
/// library: refused_calls.cpp.)
const Names of_nobody_counting{"__cxa_demangle", "std::ios_base::_M_grow_words", "std::istream::get",
                               "std::istream::getline", "std::istream::ignore", "std::locale::global",
                               "std::pmr::set_default_resource", "std::set_new_handler", "std::set_terminate",
                               // ungetc of the C library keeps what is put back where nobody counts
                               "std::cin", "std::wcin", "std::istream::putback", "std::istream::unget",
                               "__gnu_cxx::stdio_sync_filebuf"};

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

std::string reason_against(const std::string& name, const Bans& bans) {
  if (bans.measured &&
      (of_nobody_counting.contains(name) || name.starts_with("__real_") || name.starts_with("fmt::")))
    return "uncounted";
  if (of_threads.contains(name)) return "thread";
  if (name.starts_with("fmt::") && name.find("file") != name.npos) return "system";
  if (name.starts_with("sentencepiece::")) return "library";
  const auto inside = [&](const std::string& one) { return is_or_in(name, one); };
  if (std::any_of(of_files.begin(), of_files.end(), inside)) return "system";
  if (name.starts_with("exercise_")) return "subject";  // the references, each in a namespace of its own
  if (!name.starts_with("heed::")) return of_the_system.contains(name) ? "system" : "";
  for (const std::string& one : bans.functions) {
    for (const char* space : {"heed::learn::given::", "heed::", "heed::learn::"})
      if (is_or_in(name, space + one)) return "subject";
  }
  if (name.starts_with("heed::learn::")) return "";
  const std::string inner = name.substr(6), first = inner.substr(0, inner.find(':'));
  const bool operation = first.starts_with("operator") || elementary.contains(first);
  if (!operation && !types.contains(first)) return "library";
  if (first == "throw_error" || first.ends_with("Error")) return "";
  if (bans.measured) return "uncounted";
  // the graph that they leave behind holds all that heed's own engine needs, however that is then called
  const bool by_hand =
      std::find(bans.functions.begin(), bans.functions.end(), "Variable::backward") != bans.functions.end();
  return by_hand ? "by_hand" : "";
}

/// As a learner writes it: "given::softmax", "heed::residual_norm", "causal_mask", "fork".
std::string shown(std::string name) {
  const std::string learn = "heed::learn::";
  return name.starts_with(learn) ? name.substr(learn.size()) : name;
}

/// Whether it asks a locale, or stands for what a locale has, but for the blanks and line ends of streams.
bool has_facet(const std::string& symbol) {
  const auto has = [&](const char* part) { return symbol.find(part) != symbol.npos; };
  return has("use_facet<") || has("std::ctype<wchar_t>") || has("std::ctype_byname<") ||
         has("std::collate") || has("std::codecvt");
}

}  // namespace

std::vector<Refusal> refused_symbols(const std::string& symbols, const Bans& bans) {
  std::vector<Refusal> refusals;
  for (const Symbol& symbol : symbols_in(symbols)) {
    if (!symbol.needed()) continue;
    std::string name = name_of(symbol.name);
    if (const std::string in_double = "heed::f64::"; name.starts_with(in_double))
      name.replace(0, in_double.size(), "heed::");
    Refusal refusal{shown(name), reason_against(name, bans)};
    // std::string::find and its kin search as memchr does
    if (bans.measured && symbol.name.starts_with("std::") && symbol.name.find("basic_string") != name.npos) {
      const auto has = [&](const char* function) { return symbol.name.find(function) != name.npos; };
      if (has(">::find") || has(">::rfind")) refusal = {"std::string::find", "uncounted"};
      if (has("std::getline<")) refusal = {"std::getline", "uncounted"};
    }
    // the names of types are compared as texts
    if (bans.measured && symbol.name.starts_with("std::type_info::"))
      refusal = {"std::type_info", "uncounted"};
    // and what a locale does with a text it does as a whole
    if (bans.measured && has_facet(symbol.name)) refusal = {"std::use_facet", "uncounted"};
    const bool told = std::any_of(refusals.begin(), refusals.end(),
                                  [&](const Refusal& r) { return r.name == refusal.name; });
    if (!refusal.reason.empty() && !told) refusals.push_back(std::move(refusal));
  }
  return refusals;
}

std::vector<Refusal> refused_definitions(const std::string& symbols, const std::filesystem::path& lists) {
  // of the libraries that are linked, what does not begin with a _
  Names of_libraries;
  for (const char* list : {"libc_symbols.txt", "libm_symbols.txt", "blas_symbols.txt"})
    of_libraries.merge(listed_names(lists / list));
  const auto of_a_library = [&](const std::string& name) {
    for (const char* begin : {"_", "heed_", "utf8proc_", "pthread_"})
      if (name.starts_with(begin)) return true;
    return of_libraries.contains(name);
  };
  // of how a name begins: std::regex goes as deep as a match is long
  static const std::regex of_heed("_Z(GV|T[VISTHW])?NK?4heed"),
      of_the_grader("_Z(GV|T[VISTHW])?NK?4heed7grading");
  constexpr auto begins = std::regex_constants::match_continuous;
  std::vector<Refusal> refusals;
  for (const Symbol& symbol : symbols_in(symbols)) {
    if (symbol.needed()) continue;
    // what headers define stands in every object file that uses it, and gives way to the library's
    const bool shared = std::string_view("WVu").find(symbol.kind) != std::string_view::npos;
    // a weak one takes the place of a shared library's, too
    const bool of_cpp = symbol.name.starts_with("_Z"), function = symbol.kind == 'T' || symbol.kind == 'W';
    const bool compilers =
        symbol.name == "main" || symbol.name.starts_with("DW.ref.") || symbol.name.starts_with("__odr_asan");
    // the names of C functions and of variables stand as they are
    const bool taken =
        of_cpp ? std::regex_search(symbol.name, shared ? of_the_grader : of_heed, begins)
               : !compilers && (function || symbol.name.starts_with("_")) && of_a_library(symbol.name);
    if (taken) refusals.push_back({symbol.name, "redefined"});
  }
  return refusals;
}

std::vector<Refusal> refused_variables(const std::string& symbols) {
  // Of headers: what std::cout begins with. More than that is an answer's own, whatever its name.
  constexpr std::uint64_t most_of_headers = 2048;
  std::uint64_t of_headers = 0;
  std::vector<Refusal> refusals;
  for (const Symbol& symbol : symbols_in(symbols)) {
    const bool variable = std::string_view("bBdDuVC").find(symbol.kind) != std::string_view::npos;
    const bool own = !symbol.name.starts_with("heed::") && !symbol.name.starts_with("std::") &&
                     !symbol.name.starts_with("DW.ref.") && !symbol.name.starts_with("__") &&
                     symbol.name.find(" for ") == std::string::npos;
    if (!variable) continue;
    if (!own) of_headers += symbol.size;
    if (own || of_headers > most_of_headers) refusals.push_back({symbol.name, "static"});
  }
  return refusals;
}

}  // namespace heed::grading
