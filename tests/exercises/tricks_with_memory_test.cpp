// Memory that nobody would count.
#include "exercises/grading/text_file.hpp"
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("no memory of the C library's streams holds what an answer puts back into them", "[.long]") {
  for (const auto& [code, name] : std::vector<std::array<const char*, 2>>{
           {"std::cin.rdbuf()->sputbackc('x')", "std::cin"},
           {"std::cout.rdbuf()->sputbackc('x')", "rdbuf"},
           {"std::cin.putback('x')", "std::istream::putback"},
           {"std::istream(&own).putback('x')", "std::istream::putback"}}) {
    INFO(code);
    CHECK(refused("online_softmax", fmt::format("#include <iostream>\nvoid f() {{ struct : std::streambuf "
                                                "{{}} own; {}; (void)own; }}\n",
                                                code)) == fmt::format("uncounted {}", name));
  }
  const std::string text = solution("online_softmax");
  CHECK(refused("online_softmax",
                "#include <iostream>\n" + text + "void say() { std::cout << 1 << std::endl; }\n") == "");
}

TEST_CASE("where costs are measured, nothing is done that is not counted, and nothing is kept", "[.long]") {
  // what was computed in one call and looked up in the next; a table from before the first
  CHECK(refused("linear_attention",
                "Tensor f(int i) { static std::map<int, Tensor> kept; return kept[i]; }\n") ==
        "static f(int)::kept");
  CHECK(refused("online_softmax", "static double table[40];\ndouble* f() { return table; }\n") ==
        "static table");
  CHECK(refused("online_softmax", "double* room = new double[4000];\n") == "static room");
  // under names like those of headers, which are let through
  CHECK(refused("online_softmax", "namespace std { double row[5000]; }\n") == "static std::row");
  CHECK(refused("online_softmax", "static double __row[5000];\ndouble* f() { return __row; }\n") ==
        "static __row");
  CHECK(refused("online_softmax",
                "namespace heed { static double row[5000]; }\ndouble* f() { return heed::row; }\n") ==
        "static heed::row");
  CHECK(refused("online_softmax",
                "struct Mine {};\ntemplate <> struct std::hash<Mine> { static inline double row[5000]; };\n"
                "double* f() { return std::hash<Mine>::row; }\n") == "static std::hash<Mine>::row");
  CHECK(refused("online_softmax", "#include <iostream>\nvoid f() { std::cout << 1; }\n") == "");
  // each thread counts for itself
  CHECK(refused("sparse_attention_pattern", "#include <thread>\nvoid f() { std::thread([] {}).join(); }\n") ==
        "thread std::thread::_M_start_thread");
  CHECK(refused("linear_attention", "Variable f(Variable x) { return heed::matmul(x, x); }\n") ==
        "uncounted heed::matmul");
  CHECK(refused("linear_attention", "template <long* p> struct Peek {};\nlong reads_;\n") == "counts reads_");
  // nor by a class of the name that Tensor calls its friend
  CHECK(refused("online_softmax",
                "#define JOIN(a, b) a##b\nnamespace heed::grading {\nclass Watch {\n public:\n"
                "  static inline void forget() { learn::Tensor::JOIN(rea, ds_of_watched_) = 0; }\n};\n}\n") ==
        "counts reads_of_watched_");
  for (const char* exercise :
       {"relative_position_encoding", "linear_attention", "online_softmax", "sparse_attention_pattern"})
    CHECK(refused(exercise, solution(exercise)) == "");
}

TEST_CASE("where memory is measured, no memory comes from where it is not counted", "[.long]") {
  const std::string headers =
      "#include <sys/mman.h>\n#include <argz.h>\n#include <cstdlib>\n#include <cstring>\n#include <cwchar>\n"
      "#include <malloc.h>\n#include <regex.h>\n#include <search.h>\n#include <stdio.h>\n#include "
      "<unistd.h>\n"
      "extern \"C\" void* __libc_malloc(std::size_t);\nextern \"C\" void* __real_malloc(std::size_t);\n"
      "extern \"C\" char* __strdup(const char*);\n"
      "namespace __cxxabiv1 { extern \"C\" char* __cxa_demangle(const char*, char*, std::size_t*, int*); }\n"
      "char* text; wchar_t* wide; std::size_t size; void* room; int numbers[2];\n";
  struct Call {
    const char* code;
    const char* refused;
  };
  for (const Call& call :
       std::vector<Call>{{"getline(&text, &size, stdin)", "__getdelim"},
                         {"getdelim(&text, &size, 'x', stdin)", "getdelim"},
                         {"strdup(text)", "strdup"},
                         {"__strdup(text)", "__strdup"},
                         {"wcsdup(wide)", "wcsdup"},
                         {"asprintf(&text, \"%4000d\", 1)", "asprintf"},
                         {"open_memstream(&text, &size)", "open_memstream"},
                         {"open_wmemstream(&wide, &size)", "open_wmemstream"},
                         {"fmemopen(nullptr, 4000, \"w\")", "fmemopen"},
                         {"tmpfile()", "tmpfile"},
                         {"setvbuf(stdout, nullptr, _IOFBF, 4000)", "setvbuf"},
                         {"ungetc(1, stdout)", "ungetc"},
                         {"realpath(\"/\", nullptr)", "realpath"},
                         {"getcwd(nullptr, 4000)", "getcwd"},
                         {"get_current_dir_name()", "get_current_dir_name"},
                         {"memalign(64, 4000)", "memalign"},
                         {"valloc(4000)", "valloc"},
                         {"pvalloc(4000)", "pvalloc"},
                         {"__libc_malloc(4000)", "__libc_malloc"},
                         {"__real_malloc(4000)", "__real_malloc"},
                         {"argz_create_sep(text, 'x', &text, &size)", "argz_create_sep"},
                         {"hcreate(4000)", "hcreate"},
                         {"tsearch(text, &room, nullptr)", "tsearch"},
                         {"regcomp(nullptr, text, 0)", "regcomp"},
                         {"setenv(\"a\", text, 1)", "setenv"},
                         {"pipe(numbers)", "pipe"},
                         {"newlocale(0, text, nullptr)", "newlocale"},
                         {"mmap(nullptr, 4096, 3, 34, -1, 0)", "mmap"},
                         {"mremap(room, 1, 2, 1)", "mremap"},
                         {"sbrk(4000)", "sbrk"},
                         {"memfd_create(\"a\", 0)", "memfd_create"},
                         {"__cxxabiv1::__cxa_demangle(text, nullptr, &size, numbers)", "__cxa_demangle"}}) {
    // nothing of the answer's own is static: those above are told after what is called
    const std::string found = refused("online_softmax", headers + "auto f() { return " + call.code + "; }\n");
    CHECK_THAT(found, Catch::EndsWith(std::string(" ") + call.refused));
    CHECK_THAT(found, !Catch::StartsWith("static"));
  }
  // nor is anything kept in the libraries from one call to the next
  CHECK(refused("online_softmax", "#include <iostream>\nvoid f(void* row) { std::cout.pword(0) = row; }\n") ==
        "uncounted std::ios_base::_M_grow_words");
  CHECK(refused("online_softmax",
                "#include <memory_resource>\nvoid f(std::pmr::memory_resource* row) { "
                "std::pmr::set_default_resource(row); }\n") == "uncounted std::pmr::set_default_resource");
}

TEST_CASE("where memory is measured, the ordinary ways to memory, numbers and text stay open", "[.long]") {
  CHECK(refused("online_softmax", R"(#include <algorithm>
#include <cassert>
#include <cctype>
#include <chrono>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <span>
#include <sstream>
#include <unordered_map>
#include <valarray>
int descending(const void* a, const void* b) { return *static_cast<const int*>(a) < *static_cast<const int*>(b); }
double f(const Tensor& x, int n) {
  std::vector<double> row(static_cast<std::size_t>(n), 0.5), copy = row;
  std::valarray<double> values(row.data(), row.size());
  std::deque<int> ids(3, n);
  std::list<int> more(ids.begin(), ids.end());
  std::map<std::string, int> words{{"a", 1}};
  std::unordered_map<int, double> table{{1, 2.0}};
  std::priority_queue<int> queue;
  std::pmr::vector<double> pmr(static_cast<std::size_t>(n));
  queue.push(std::abs(n) + std::rand());
  std::sort(row.begin(), row.end(), std::greater<>());
  std::stable_sort(copy.begin(), copy.end());
  std::qsort(&n, 1, sizeof n, descending);
  std::ostringstream text;
  text << n << std::fixed << 1.5 << std::to_string(n);
  const auto shared = std::make_shared<Tensor>(x);
  const auto own = std::make_unique<double[]>(4);
  std::mutex guard;
  const std::scoped_lock lock(guard);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const auto start = std::chrono::steady_clock::now();
  void* room = std::malloc(100);
  room = std::realloc(room, 200);
  std::memset(room, 0, 200);
  std::free(room);
  assert(n > 0);
  if (std::isalpha(n)) throw std::runtime_error("letters " + text.str());
  std::printf("%d %f\n", n, values.sum());
  std::fprintf(stderr, "%s\n", text.str().c_str());
  std::cerr << "done" << std::endl;
  int exponent = 0;
  const std::function<double(double)> g = [&](double v) {
    return std::frexp(std::ldexp(v, 2), &exponent) + std::fmod(v, 2) + std::lgamma(v) + std::round(v) + std::pow(v, v);
  };
  return g(std::accumulate(copy.begin(), copy.end(), normal(random))) + shared->size() + own[0] + table[1] + pmr[0] +
         words["a"] + more.front() + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() +
         std::isnan(row[0]) + std::copysign(1.0, row[0]) + std::exp(1.0f * n) + std::clock() + queue.top();
}
)") == "");
}

TEST_CASE("a table of a bit for every pair is too much memory", "[.long]") {
  const std::string text = solution("sparse_attention_pattern");
  const std::size_t at = text.find('{', text.find("Tensor sparse_attention(")) + 1;
  std::string with_table = text;
  with_table.insert(at,
                    "\n  const std::vector<bool> pairs(std::size_t(q.dim(0)) * q.dim(0), true);\n"
                    "  if (!pairs[0]) throw 1;\n");
  const heed::Verdict verdict = graded("sparse_attention_pattern", with_table);
  const heed::PartVerdict& cost = verdict.parts.back();
  CHECK(cost.name == "cost");
  // 7 GB for 240,000 positions: more than a program gets, be it touched or not
  CHECK(cost.status == heed::PartStatus::memory);
  CHECK(cost.points == 0);
  CHECK(graded("sparse_attention_pattern", text).passed());
}

TEST_CASE("numbers of a graph that are never freed are found", "[.long]") {
  const std::string keeping = replaced(solution("variable"), "Value add(const Value& a, const Value& b) {",
                                       "Value add(const Value& a, const Value& b) {\n  new Value(a);");
  const heed::Verdict verdict = graded("variable", keeping);
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 9);
}

TEST_CASE("numbers of a graph that are made without given::value() are found where they keep themselves",
          "[.long]") {
  const auto with_a_zero = [](const std::string& captures) {
    return replaced(solution("variable"), "  return given::value(a->data + b->data, {a, b},",
                    "  auto zero = std::make_shared<given::ValueNode>();\n  zero->pull = [" + captures +
                        "](double) {};\n  return given::value(a->data + b->data, {a, b, zero},");
  };
  const heed::Verdict keeping = graded("variable", with_a_zero("zero"));
  CHECK(keeping.compiled);
  CHECK(keeping.points() == 9);
  CHECK(graded("variable", with_a_zero("")).passed());
}

TEST_CASE("what an answer is given has no variable of the thread beside which the counters lie") {
  // the counters' own names may not be written (refused_words.cpp)
  for (const char* header : {"given.hpp", "given_layers.hpp", "given_values.hpp"})
    CHECK_THAT(heed::read_text_file(fs::path(HEED_SOURCE_DIR) / "exercises" / header),
               !Contains("thread_local"));
}

TEST_CASE("an exception as large as a number below 0 takes nothing from the memory in use") {
  const std::string text =
      replaced(solution("online_softmax"),
               "Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {",
               "Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {\n"
               "  abi::__cxa_allocate_exception(std::size_t{0} - 100'000'000);\n");
  const heed::PartVerdict part = graded("online_softmax", "#include <cxxabi.h>\n" + text).parts.at(2);
  REQUIRE(part.failure);
  CHECK(part.failure->reason == "aborted");
}

TEST_CASE("who frees what was never counted gains no memory", "[.long]") {
  // what stands before the room says that it is as large as 2^46 bytes, as malloc writes it of whole pages
  const std::string text =
      replaced(solution("online_softmax"),
               "Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {",
               R"(Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  char pages[8256];
  std::size_t* volatile room =
      reinterpret_cast<std::size_t*>((reinterpret_cast<std::uintptr_t>(pages) + 4095) / 4096 * 4096 + 16);
  constexpr std::size_t size = std::size_t{1} << 46;
  room[-1] = size | 2;
  room[-2] = 4096 - size;
  std::free(static_cast<void*>(room));
  const std::vector<double> table(1'000'000);
)");
  const heed::PartVerdict part = graded("online_softmax", text).parts.at(2);
  REQUIRE(part.failure);
  CHECK(part.failure->output == "bytes in use at one time");
}

}  // namespace tricks
