#include "exercises/grading/process/wire.hpp"

#include <array>
#include <concepts>

#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

enum class Kind : std::uint8_t { one_case, demo, end, stack_overflow };

constexpr Kind last_of(Kind) { return Kind::stack_overflow; }
constexpr Ending last_of(Ending) { return Ending::changed_input; }
constexpr Purpose last_of(Purpose) { return Purpose::shown; }

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;
template <typename T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <typename T>
concept List = requires(T list) {
  list.resize(1);
};

// What each structure consists of, for writing and reading alike.
void fields(auto& wire, Is<Input> auto& input) { wire(input.name, input.value); }
void fields(auto& wire, Is<Inputs> auto& inputs) { wire(inputs.label, inputs.values); }
void fields(auto& wire, Is<Job> auto& job) { wire(job.part, job.cases); }
void fields(auto& wire, Is<Output> auto& one) { wire(one.name, one.value, one.purpose, one.at_most); }
void fields(auto& wire, Is<CaseOutcome> auto& one) { wire(one.ending, one.message, one.outputs); }
void fields(auto& wire, Is<DemoLine> auto& line) { wire(line.en, line.ko); }

class Writer {
 public:
  template <typename... All>
  void operator()(const All&... all) {
    (put(all), ...);
  }
  std::string bytes{};

 private:
  void raw(const void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); }
  template <typename T>
  void put(const T& value) {
    if constexpr (Number<T>) {
      raw(&value, sizeof value);
    } else if constexpr (List<T>) {
      put(std::uint64_t{value.size()});
      if constexpr (Number<typename T::value_type>)
        raw(value.data(), value.size() * sizeof value[0]);
      else
        for (const auto& element : value) put(element);
    } else {
      fields(*this, value);
    }
  }
};

void fields(Writer& to, const Tensor& tensor) { to(tensor.shape(), tensor.values()); }
void fields(Writer& to, const Value& value) {
  to(static_cast<std::uint8_t>(value.index()));
  std::visit(to, value);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <typename... All>
  void operator()(All&... all) {
    (get(all), ...);
  }
  template <typename T>
  T next() {
    T value{};
    get(value);
    return value;
  }
  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) throw_error("what goes between grader and program is too short");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  bool at_end() const { return left_.empty(); }

 private:
  void raw(void* to, std::size_t size) { take(size).copy(static_cast<char*>(to), size); }
  template <typename T>
  void get(T& value) {
    if constexpr (Number<T>) {
      raw(&value, sizeof value);
      if constexpr (std::is_enum_v<T>)
        if (value < T{} || value > last_of(value))
          throw_error("what goes between grader and program holds an unknown number");
    } else if constexpr (List<T>) {
      auto size = next<std::uint64_t>();
      if constexpr (Number<typename T::value_type>) {
        value.resize(
            std::min<std::uint64_t>(size, left_.size() / sizeof value[0] + 1));  // + 1: short of bytes
        raw(value.data(), value.size() * sizeof value[0]);
      } else {
        for (; size > 0; --size) get(value.emplace_back());
      }
    } else {
      fields(*this, value);
    }
  }
  std::string_view left_;
};

void fields(Reader& from, Tensor& tensor) {
  std::vector<int> shape;
  std::vector<double> values;
  from(shape, values);
  tensor = Tensor::of(std::move(shape), std::move(values));
}
void fields(Reader& from, Value& value) {
  const std::array<Value, std::variant_size_v<Value>> kinds{Tensor(), 0.0, 0, std::vector<int>()};
  const auto kind = from.next<std::uint8_t>();
  if (kind >= kinds.size())
    throw_error("what goes between grader and program holds a value of no known kind");
  std::visit(from, value = kinds.at(kind));
}

template <typename... All>
std::string frame(const All&... all) {
  Writer writer;
  writer(all...);
  return std::move(writer.bytes);
}

}  // namespace

std::string encode(const Job& job) { return frame(job); }

Job decode_job(std::string_view bytes) {
  Reader reader(bytes);
  Job job = reader.next<Job>();
  if (!reader.at_end()) throw_error("what goes between grader and program is too long");
  return job;
}

std::string case_frame(const CaseOutcome& outcome) { return frame(Kind::one_case, outcome); }
std::string demo_frame(const std::vector<DemoLine>& lines) { return frame(Kind::demo, lines); }
std::string end_frame() { return frame(Kind::end); }
std::string stack_overflow_frame() { return frame(Kind::stack_overflow); }

Log decode_log(std::string_view nonce, std::string_view bytes) {
  Log log;
  Reader reader(bytes);
  try {
    while (!reader.at_end() && !log.ended && reader.take(nonce.size()) == nonce) {
      const Kind kind = reader.next<Kind>();
      if (kind == Kind::one_case) log.cases.push_back(reader.next<CaseOutcome>());
      if (kind == Kind::demo) log.demo = reader.next<std::vector<DemoLine>>();
      log.ended = kind == Kind::end;
      log.stack_overflow = kind == Kind::stack_overflow;
    }
  } catch (const Error&) {
    // cut off in the middle of a frame: what came before it counts
  }
  return log;
}

}  // namespace heed::grading
