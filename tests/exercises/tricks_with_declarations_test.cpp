// What is added to heed's namespace, and specialisations of what counts.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("nothing is added to heed's namespace, by whatever name", "[.long]") {
  for (const char* text : {
           "namespace heed { class Sweep {}; }\n",
           "namespace heed::inline HEED_PRECISION { int mine(); }\n",
           "namespace heed::grading { struct Output { char raw[96]; }; }\n",
           "#define JOIN(a, b) a##b\nnamespace JOIN(he, ed) { class Sweep {}; }\n",
           "namespace [[deprecated]] heed { class Sweep {}; }\n",
       })
    CHECK(refused("softmax_backward", text) == "redefined namespace heed");
  CHECK(refused("softmax_backward", "struct heed::Node { int grad; };\n") == "redefined struct heed::…");
  CHECK(refused("softmax_backward",
                "namespace h = heed;\nnamespace more = h;\nclass more::Node final { int grad; };\n") ==
        "redefined class heed::…");
}

TEST_CASE("what counts an answer's work is not specialised", "[.long]") {
  const std::string reads =
      "template <>\ninline std::size_t heed::learn::Tensor::offset<int, int>(int i, int j) const {\n"
      "  return std::size_t(i) * std::size_t(shape_[1]) + std::size_t(j);\n}\n";
  for (const char* exercise : {"online_softmax", "layer_norm"})
    CHECK(refused(exercise, reads) == "counts template <>");
  CHECK(refused("online_softmax", "template class std::vector<short>;\n") == "counts template <>");
}

TEST_CASE("nothing of a library is specialised, which what judges an answer might call", "[.long]") {
  for (const char* text :
       {"#include <vector>\ntemplate <> bool std::vector<short>::empty() const { return true; }\n",
        "namespace s = std;\ntemplate <> short& s::vector<short>::at(size_t i) { return (*this)[i]; }\n",
        "namespace std { template <> struct less<short> { bool operator()(short, short) const { return true; "
        "} "
        "}; }\n",
        "template <> struct std::less<short> { bool operator()(short, short) const { return true; } };\n",
        "template class std::vector<short>;\n",
        "using std::vector;\ntemplate <> bool vector<short>::empty() const { return true; }\n",
        "using namespace std;\ntemplate <> bool vector<short>::empty() const { return true; }\n",
        "using namespace std;\ntemplate <> decltype(true) vector<short>::empty() const { return true; }\n",
        "using namespace std;\ntemplate <> bool (vector<short>::empty)() const { return true; }\n",
        "using std::vector;\ntemplate <> short& vector<short>::operator[](size_t) { return front(); }\n",
        "namespace mine { struct vector {}; }\nusing std::vector;\n"
        "template <> bool vector<short>::empty() const { return true; }\n",
        "#include <deque>\ntemplate <class A> class std::deque<short, A> {};\n",
        "#include <deque>\nnamespace std { template <class A> class deque<short, A> {}; }\n",
        "namespace std { template <> struct hash<short*>; }\n"
        "template <> struct std::less<short> { bool operator()(short, short) const { return true; } };\n",
        "struct K {};\ntemplate <> inline constexpr bool std::is_same_v<K, int> = true;\n"})
    CHECK(refused("topological_order", text) == "specialised template <>");
  for (const char* text :
       {"struct K {};\nnamespace std { template <> struct hash<K> { size_t operator()(K) const { return 1; } "
        "}; }\n",
        "template <int n> std::vector<int> f() { return {n}; }\n"
        "template <> std::vector<int> f<0>() { return {}; }\n",
        "template <int n> struct F { static const int v = n * F<n - 1>::v; };\n"
        "template <> struct F<0> { static const int v = 1; };\nint f() { return F<3>::v; }\n",
        "struct K {};\nnamespace std { template <> struct hash<K> { size_t operator()(K) const { return 1; } "
        "}; }\ntemplate <int n> struct F { static const int v = n; };\n"
        "template <> struct F<0> { static const int v = 1; };\n"
        "template <int n> int f() { return n; }\ntemplate <> int f<0>() { return F<0>::v; }\n",
        "using namespace std::string_literals;\ntemplate <int n> int f() { return n; }\n"
        "template <> int f<0>() { return 1; }\n",
        "template <class T> struct Own { std::vector<int> f() { return {}; } };\n"
        "template <> std::vector<int> Own<int>::f() { return {1}; }\n",
        "template <class T> struct Own { int n = 0; };\ntemplate <class T> struct Own<T*> { int n = 1; };\n"
        "template <class T> struct Own<std::vector<T>> { int n = 2; };\n"
        "template <class T, class U = std::vector<T>> struct Pair { T t; U u; };\n"
        "template <class T> bool (*chosen)(T) = nullptr;\n"
        "template <template <class> class X> struct Of { X<int> x; };\n"})
    CHECK(refused("topological_order", text) == "");
}

TEST_CASE("texts are neither compared by the names of types nor kept by another library") {
  CHECK(refused(
            "sparse_attention_pattern",
            "#include <typeinfo>\nstruct Name : std::type_info {\n  explicit Name(const char* n) : "
            "type_info(n) {}\n};\nbool same(const char* a, const char* b) {\n  const Name one(a), other(b);\n"
            "  void* object = nullptr;\n"
            "  return static_cast<const std::type_info&>(one).__do_catch(&other, &object, 0);\n}\n")
            .substr(0, 9) == "uncounted");
  CHECK(refused("online_softmax",
                "extern \"C\" unsigned char* utf8proc_NFC(const unsigned char*);\n"
                "void* keep(const char* text) { return utf8proc_NFC((const unsigned char*)text); }\n") ==
        "library utf8proc_NFC");
}

TEST_CASE("templates and namespaces of an answer's own are its own", "[.long]") {
  const std::string own =
      "using namespace heed::learn;\nnamespace h = heed;\nnamespace mine { struct Node { int n; }; }\n"
      "struct Outer { struct Inner; };\nstruct Outer::Inner { int n; };\n"
      "template <class T> struct Twice { template <class U> U of(T t) { return U(t + t); } };\n"
      "template <class T> int twice(T t) { return Twice<T>().template of<int>(t); }\n"
      "int four() { return twice(2) + mine::Node{0}.n + Outer::Inner{0}.n; }\n";
  for (const char* exercise : {"online_softmax", "layer_norm", "stable_softmax"})
    CHECK(refused(exercise, own) == "");
  CHECK(refused("topological_order", "struct Key { int k; };\n") == "");
  CHECK(refused("stable_softmax",
                "struct Key { int k; };\ntemplate <> struct std::hash<Key> { std::size_t operator()(Key k) "
                "const { return std::size_t(k.k); } };\n") == "");
}

}  // namespace tricks
