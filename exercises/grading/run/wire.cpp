#include "exercises/grading/run/wire.hpp"

#include <array>

#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

enum class Kind : std::uint8_t { one_case, demo, end, stack_overflow };

constexpr Kind last_of(Kind) { return Kind::stack_overflow; }
constexpr Ending last_of(Ending) { return Ending::changed_input; }
constexpr Purpose last_of(Purpose) { return Purpose::shown; }

template <typename T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <typename T>
concept List = requires(T list) {
  list.resize(1);
};

/// Writes what it is given, or, made of bytes, reads it from them.
class Wire {
 public:
  Wire() = default;
  explicit Wire(std::string_view from) : reads_(true), left_(from) {}

  template <typename... All>
  void operator()(All&... all) {
    (pass(all), ...);
  }
  template <typename T>
  T next() {
    T value{};
    pass(value);
    return value;
  }
  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) short_of_bytes();
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  bool reads() const { return reads_; }
  bool at_end() const { return left_.empty(); }
  std::string written{};

 private:
  [[noreturn]] static void short_of_bytes() {
    throw_error("what goes between grader and program is too short");
  }
  void raw(void* at, std::size_t size) {
    if (reads_)
      take(size).copy(static_cast<char*>(at), size);
    else
      written.append(static_cast<const char*>(at), size);
  }
  template <typename T>
  void pass(T& value) {
    if constexpr (Number<T>) {
      raw(&value, sizeof value);
      if constexpr (std::is_enum_v<T>)
        if (reads_ && (value < T{} || value > last_of(value)))
          throw_error("what goes between grader and program holds an unknown number");
    } else if constexpr (List<T>) {
      using Element = typename T::value_type;
      constexpr std::size_t least = Number<Element> ? sizeof(Element) : 8;  // in a structure stands a text
      std::uint64_t size = value.size();
      pass(size);
      if (reads_ && size > left_.size() / least) short_of_bytes();
      if (reads_) value.resize(size);  // what is written may be const
      if constexpr (Number<Element>)
        raw(value.data(), size * sizeof(Element));
      else
        for (Element& element : value) pass(element);
    } else {
      fields(*this, value);
    }
  }

  bool reads_ = false;
  std::string_view left_{};
};

/// Returns it as it is: it is written and not read.
template <typename T>
T& unchanged(const T& value) {
  return const_cast<T&>(value);
}

// Each structure lists its fields.
void fields(Wire& wire, Tensor& tensor) {
  if (!wire.reads()) return wire(unchanged(tensor.shape()), unchanged(tensor.values()));
  std::vector<int> shape;
  std::vector<double> values;
  wire(shape, values);
  tensor = Tensor::of(std::move(shape), std::move(values));
}
void fields(Wire& wire, Value& value) {
  const std::array<Value, std::variant_size_v<Value>> kinds{Tensor(), 0.0, 0, std::vector<int>()};
  auto kind = static_cast<std::uint8_t>(value.index());
  wire(kind);
  if (kind >= kinds.size())
    throw_error("what goes between grader and program holds a value of no known kind");
  if (wire.reads()) value = kinds.at(kind);
  std::visit(wire, value);
}
void fields(Wire& wire, Input& input) { wire(input.name, input.value); }
void fields(Wire& wire, Inputs& inputs) { wire(inputs.label, inputs.values); }
void fields(Wire& wire, Job& job) { wire(job.part, job.cases); }
void fields(Wire& wire, Output& one) { wire(one.name, one.value, one.purpose, one.at_most); }
void fields(Wire& wire, CaseOutcome& one) { wire(one.ending, one.message, one.outputs); }
void fields(Wire& wire, DemoLine& line) { wire(line.en, line.ko); }

template <typename... All>
std::string frame(const All&... all) {
  Wire wire;
  wire(unchanged(all)...);
  return std::move(wire.written);
}

}  // namespace

std::string encode(const Job& job) { return frame(job); }

Job decode_job(std::string_view bytes) {
  Wire wire(bytes);
  Job job = wire.next<Job>();
  if (!wire.at_end()) throw_error("what goes between grader and program is too long");
  return job;
}

std::string case_frame(const CaseOutcome& outcome) { return frame(Kind::one_case, outcome); }
std::string demo_frame(const std::vector<DemoLine>& lines) { return frame(Kind::demo, lines); }
std::string end_frame() { return frame(Kind::end); }
std::string stack_overflow_frame() { return frame(Kind::stack_overflow); }

Log decode_log(std::string_view bytes) {
  Log log;
  Wire wire(bytes);
  try {
    while (!wire.at_end() && !log.ended) {
      const Kind kind = wire.next<Kind>();
      if (kind == Kind::one_case) log.cases.push_back(wire.next<CaseOutcome>());
      if (kind == Kind::demo) log.demo = wire.next<std::vector<DemoLine>>();
      log.ended = kind == Kind::end;
      log.stack_overflow = kind == Kind::stack_overflow;
    }
  } catch (const Error&) {
    // cut off in the middle of a frame: what came before it counts
  }
  return log;
}

}  // namespace heed::grading
