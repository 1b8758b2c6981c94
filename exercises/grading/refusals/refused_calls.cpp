// Which C functions an answer may call: names are compared with what the libraries define.
#include <iterator>
#include <string_view>

#include "exercises/grading/refusals/refusals.hpp"
#include "exercises/grading/refusals/symbols.hpp"

namespace heed::grading {

namespace {

/// Of the C library what may be called where work and memory are measured: it allocates nothing, or where
/// room.cpp counts it, and keeps nothing. All else is refused, since more of it allocates than anybody lists
/// (getline, wcsdup, open_wmemstream, regcomp, setenv, pipes …), and a search (memchr, or strtol of a row of
/// blanks) is work without a branch; of the functions on memory those that work.cpp counts.
const Names counted{
    "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "strcmp",
    // memory that is counted
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign",
    // numbers
    "abs", "labs", "llabs", "div", "ldiv", "lldiv", "rand", "srand", "rand_r", "frexp", "ldexp", "modf",
    "copysign", "scalbn", "finite", "isinf", "isnan", "frexpf", "ldexpf", "modff", "copysignf", "scalbnf",
    "frexpl", "ldexpl", "modfl", "copysignl", "scalbnl", "__isinf", "__isnan", "__finite", "__signbit",
    "__isinff", "__isnanf", "__finitef", "__signbitf",
    // sorted with a comparison of the answer's, which counts
    "qsort", "bsearch",
    // characters, text that is printed, time
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "isxdigit", "tolower", "toupper", "printf", "vprintf", "fprintf", "vfprintf",
    "sprintf", "vsprintf", "snprintf", "vsnprintf", "puts", "putchar", "putc", "fputc", "fputs", "fwrite",
    "fflush", "perror", "stdout", "stderr", "time", "clock", "difftime", "clock_gettime", "gettimeofday",
    "getenv",
    // what C++ itself is made of
    "abort", "exit", "_Exit", "__assert_fail", "__errno_location", "__stack_chk_fail", "__chk_fail",
    "__fortify_fail", "__libc_single_threaded", "__cxa_atexit", "__cxa_finalize", "__cxa_thread_atexit_impl",
    "setjmp", "_setjmp", "__sigsetjmp", "longjmp", "_longjmp", "__longjmp_chk", "pthread_once",
    "pthread_equal", "pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock",
    "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock", "__pthread_key_create"};

/// What gives the address of something that belongs to the thread: the counters lie at a distance from it
/// that is always the same.
const Names of_the_thread{"__h_errno_location",  "__ctype_b_loc",        "__ctype_tolower_loc",
                          "__ctype_toupper_loc", "__cxa_get_globals",    "__cxa_get_globals_fast",
                          "pthread_self",        "thrd_current",         "__tls_get_addr",
                          "pthread_getspecific", "__emutls_get_address", "uselocale",
                          "__res_state",         "pthread_getattr_np"};

/// The names that nm says are needed from elsewhere.
Names needed_in(const std::string& symbols) {
  Names names;
  for (const Symbol& symbol : symbols_in(symbols))
    if (symbol.needed()) names.insert(symbol.name.substr(0, symbol.name.find('@')));
  return names;
}

/// memcpy of __memcpy_chk, as it is called where the size of what is written to is known.
std::string unchecked(const std::string& name) {
  const bool checked = name.starts_with("__") && name.ends_with("_chk") && name.size() > 6;
  return checked ? name.substr(2, name.size() - 6) : name;
}

}  // namespace

std::vector<Refusal> refused_calls(const std::string& symbols, const Bans& bans,
                                   const std::filesystem::path& lists) {
  const Names of_blas = listed_names(lists / "blas_symbols.txt");
  const Names of_c = bans.measured ? listed_names(lists / "libc_symbols.txt") : Names{};
  std::vector<Refusal> found;
  for (const std::string& name : needed_in(symbols)) {
    if (of_blas.contains(name) || name.starts_with("utf8proc_")) found.push_back({name, "library"});
    if (bans.counted && of_the_thread.contains(name)) {
      found.push_back({name, "counts"});
      continue;
    }
    if (of_c.contains(name) && !counted.contains(name) && !counted.contains(unchecked(name)))
      found.push_back({name, "uncounted"});
  }
  return found;
}

}  // namespace heed::grading
