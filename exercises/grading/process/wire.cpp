#include "exercises/grading/process/wire.hpp"

#include <cstring>

#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

class Writer {
 public:
  template <typename T>
  void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number<std::uint64_t>(value.size());
    bytes_ += value;
  }
  template <typename T>
  void list(const std::vector<T>& values) {
    number<std::uint64_t>(values.size());
    for (const T& value : values) number(value);
  }
  void tensor(const Tensor& value) {
    list(value.shape());
    list(value.values());
  }
  void value(const Value& value) {
    number(static_cast<std::uint8_t>(value.index()));
    if (const double* real = std::get_if<double>(&value)) return number(*real);
    if (const int* integer = std::get_if<int>(&value)) return number(*integer);
    if (const std::vector<int>* ids = std::get_if<std::vector<int>>(&value)) return list(*ids);
    tensor(std::get<Tensor>(value));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <typename T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view bytes(std::uint64_t size) { return take(size); }
  std::string text() { return std::string(take(number<std::uint64_t>())); }
  template <typename T>
  std::vector<T> list() {
    std::vector<T> values(count(sizeof(T)));
    for (T& value : values) value = number<T>();
    return values;
  }
  Tensor tensor() {
    std::vector<int> shape = list<int>();
    return Tensor::of(std::move(shape), list<double>());
  }
  Value value() {
    switch (number<std::uint8_t>()) {
      case 0:
        return tensor();
      case 1:
        return number<double>();
      case 2:
        return number<int>();
      case 3:
        return list<int>();
      default:
        throw_error("what goes between grader and program holds a value of no known kind");
    }
  }
  /// One of an enumeration that ends with `last`.
  template <typename E>
  E one_of(E last) {
    const E value = number<E>();
    if (value < E{} || value > last)
      throw_error("what goes between grader and program holds an unknown number");
    return value;
  }
  /// A number of elements that the bytes left can hold.
  std::uint64_t count(std::size_t element) {
    const auto number_of = number<std::uint64_t>();
    if (number_of > left_.size() / element) short_of_bytes();
    return number_of;
  }
  bool at_end() const { return left_.empty(); }

 private:
  [[noreturn]] static void short_of_bytes() {
    throw_error("what goes between grader and program is too short");
  }
  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) short_of_bytes();
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  std::string_view left_;
};

enum class Kind : std::uint8_t { one_case, demo, end, stack_overflow };

std::string frame(Kind kind, std::string payload) {
  Writer writer;
  writer.number(kind);
  writer.text(payload);
  return writer.take();
}

CaseOutcome read_outcome(Reader& from) {
  CaseOutcome outcome;
  outcome.ending = from.one_of(Ending::changed_input);
  outcome.message = from.text();
  for (auto left = from.count(1); left > 0; --left) {
    Output output{.name = from.text(), .value = from.tensor()};
    output.purpose = from.one_of(Purpose::shown);
    output.at_most = from.number<double>();
    outcome.outputs.push_back(std::move(output));
  }
  return outcome;
}

}  // namespace

std::string encode(const Job& job) {
  Writer writer;
  writer.text(job.part);
  writer.number<std::uint64_t>(job.cases.size());
  for (const Inputs& inputs : job.cases) {
    writer.text(inputs.label);
    writer.number<std::uint64_t>(inputs.values.size());
    for (const Input& input : inputs.values) {
      writer.text(input.name);
      writer.value(input.value);
    }
  }
  return writer.take();
}

Job decode_job(std::string_view bytes) {
  Reader reader(bytes);
  Job job{.part = reader.text()};
  for (auto cases = reader.count(1); cases > 0; --cases) {
    Inputs inputs{.label = reader.text()};
    for (auto values = reader.count(1); values > 0; --values) {
      std::string name = reader.text();
      inputs.values.push_back({std::move(name), reader.value()});
    }
    job.cases.push_back(std::move(inputs));
  }
  if (!reader.at_end()) throw_error("what goes between grader and program is too long");
  return job;
}

std::string case_frame(const CaseOutcome& outcome) {
  Writer writer;
  writer.number(outcome.ending);
  writer.text(outcome.message);
  writer.number<std::uint64_t>(outcome.outputs.size());
  for (const Output& output : outcome.outputs) {
    writer.text(output.name);
    writer.tensor(output.value);
    writer.number(output.purpose);
    writer.number(output.at_most);
  }
  return frame(Kind::one_case, writer.take());
}

std::string demo_frame(const std::vector<DemoLine>& lines) {
  Writer writer;
  writer.number<std::uint64_t>(lines.size());
  for (const DemoLine& line : lines) {
    writer.text(line.en);
    writer.text(line.ko);
  }
  return frame(Kind::demo, writer.take());
}

std::string end_frame() { return frame(Kind::end, ""); }
std::string stack_overflow_frame() { return frame(Kind::stack_overflow, ""); }

Log decode_log(std::string_view nonce, std::string_view bytes) {
  Log log;
  Reader reader(bytes);
  try {
    while (!reader.at_end() && !log.ended) {
      if (reader.bytes(nonce.size()) != nonce) break;
      const Kind kind = reader.one_of(Kind::stack_overflow);
      const std::string payload = reader.text();
      Reader from(payload);
      if (kind == Kind::one_case) log.cases.push_back(read_outcome(from));
      if (kind == Kind::demo) {
        for (auto lines = from.count(1); lines > 0; --lines) {
          std::string en = from.text();
          log.demo.push_back({std::move(en), from.text()});
        }
      }
      log.ended = kind == Kind::end;
      log.stack_overflow = kind == Kind::stack_overflow;
    }
  } catch (const Error&) {
    // cut off in the middle of a frame: what came before it counts
  }
  return log;
}

}  // namespace heed::grading
