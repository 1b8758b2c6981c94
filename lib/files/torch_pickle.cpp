#include "lib/files/torch_pickle.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors_header.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using Id = std::uint32_t;
using Kind = Pickled::Kind;

constexpr std::size_t most_values = 2'000'000;
constexpr std::string_view ordered_dict = "collections.OrderedDict",
                           rebuild_tensor = "torch._utils._rebuild_tensor_v2",
                           rebuild_parameter = "torch._utils._rebuild_parameter";

std::optional<DType> storage_type(std::string_view name) {
  static const std::map<std::string_view, DType> types{
      {"torch.FloatStorage", DType::F32},       {"torch.DoubleStorage", DType::F64},
      {"torch.HalfStorage", DType::F16},        {"torch.BFloat16Storage", DType::BF16},
      {"torch.LongStorage", DType::I64},        {"torch.IntStorage", DType::I32},
      {"torch.ShortStorage", DType::I16},       {"torch.CharStorage", DType::I8},
      {"torch.ByteStorage", DType::U8},         {"torch.BoolStorage", DType::BOOL},
      {"torch.ComplexFloatStorage", DType::C64}};
  const auto found = types.find(name);
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

class Reader {
 public:
  Reader(std::span<const std::byte> pickle, std::string_view label) : rest_(pickle), label_(label) {}

  Pickled read() {
    while (!step(static_cast<char>(take(1)[0]))) {
    }
    if (stack_.size() != 1 || !marks_.empty()) damaged("its end has not one value");
    all_.root = stack_.back();
    return std::move(all_);
  }

 private:
  [[noreturn]] void damaged(std::string_view why) const {
    throw_error<FormatError>("{}: a damaged pickle: {}", label_, why);
  }
  [[noreturn]] void refuse(std::string_view what) const {
    throw_error<FormatError>(
        "{}: its pickle asks for {}, which is no tensor and no plain value, and is not run; "
        "in PyTorch save model.state_dict() alone",
        label_, what);
  }

  std::span<const std::byte> take(std::uint64_t count) {
    if (count > rest_.size()) damaged("it ends too early");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  template <typename T>
  T number() {
    return load_little_endian<T>(take(sizeof(T)).data());
  }
  std::string text(std::uint64_t bytes) {
    const auto taken = take(bytes);
    std::string all(reinterpret_cast<const char*>(taken.data()), taken.size());
    if (first_invalid_utf8(all)) damaged("a text that is not UTF-8");
    return all;
  }
  std::string line() {
    std::string all;
    for (char c = 0; (c = static_cast<char>(take(1)[0])) != '\n';) all += c;
    return all;
  }

  Pickled::Value& at(Id id) { return all_.values[id]; }
  void push(Pickled::Value value) {
    if (all_.values.size() == most_values) damaged("more values than heed reads");
    stack_.push_back(static_cast<Id>(all_.values.size()));
    all_.values.push_back(std::move(value));
  }
  /// What stands above the last mark.
  std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  Id top() const {
    if (stack_.size() <= floor()) damaged("a step that needs a value has none");
    return stack_.back();
  }
  Id pop() {
    const Id id = top();
    stack_.pop_back();
    return id;
  }
  std::vector<Id> pop_last(std::size_t count) {
    if (stack_.size() - floor() < count) damaged("a step that needs values has too few");
    const std::vector<Id> items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return items;
  }
  std::vector<Id> pop_to_mark() {
    if (marks_.empty()) damaged("a mark is missing");
    std::vector<Id> items = pop_last(stack_.size() - marks_.back());
    marks_.pop_back();
    return items;
  }

  void add_to(Kind kind, const std::vector<Id>& items) {
    Pickled::Value& to = at(top());
    if (to.kind != kind || (kind == Kind::dict && items.size() % 2 != 0))
      damaged("items for what holds none");
    to.items.insert(to.items.end(), items.begin(), items.end());
  }
  void get(Id place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) damaged("a value that was not remembered");
    stack_.push_back(found->second);
  }
  std::int64_t long_integer(std::uint64_t bytes) {
    if (bytes > 8) refuse("an integer of more than 64 bits");
    std::uint64_t value = 0;
    const auto taken = take(bytes);
    for (std::size_t i = 0; i < taken.size(); ++i)
      value |= std::to_integer<std::uint64_t>(taken[i]) << (8 * i);
    const std::uint64_t unused = 64 - 8 * bytes;
    return bytes == 0 ? 0 : static_cast<std::int64_t>(value << unused) >> unused;
  }

  void push_name() {
    const std::string module = line(), name = module + "." + line();
    if (name != ordered_dict && name != rebuild_tensor && name != rebuild_parameter && !storage_type(name))
      refuse(shown_name(name));
    push({.kind = Kind::name, .text = name});
  }

  const Pickled::Value& argument(const Pickled::Value& tuple, std::size_t i, Kind kind) {
    if (tuple.kind != Kind::tuple || i >= tuple.items.size() || at(tuple.items[i]).kind != kind)
      damaged("a tensor whose parts are others than PyTorch writes");
    return at(tuple.items[i]);
  }
  std::vector<std::int64_t> sizes(const Pickled::Value& tuple) {
    std::vector<std::int64_t> all;
    if (tuple.items.size() > max_axes) damaged("a tensor of more axes than heed reads");
    for (std::size_t i = 0; i < tuple.items.size(); ++i) {
      all.push_back(argument(tuple, i, Kind::integer).integer);
      if (all.back() < 0) damaged("a tensor of negative sizes");
    }
    return all;
  }

  /// ('storage', torch.FloatStorage, '0', 'cpu', 6): the name, the key and the number of elements are kept.
  void push_storage() {
    const Pickled::Value& tuple = at(pop());
    if (argument(tuple, 0, Kind::text).text != "storage") refuse("what is no storage");
    const std::string& type = argument(tuple, 1, Kind::name).text;
    if (!storage_type(type)) refuse(shown_name(type) + " as a storage");
    const Id name = tuple.items[1], key = tuple.items[2];
    argument(tuple, 2, Kind::text);
    push({.kind = Kind::storage, .integer = argument(tuple, 4, Kind::integer).integer, .items = {name, key}});
  }

  void push_tensor(const Pickled::Value& arguments) {
    if (all_.tensors.size() == max_tensors) damaged("more tensors than heed reads");
    const Pickled::Value& storage = argument(arguments, 0, Kind::storage);
    TorchTensor tensor{.dtype = *storage_type(at(storage.items[0]).text),
                       .shape = sizes(argument(arguments, 2, Kind::tuple)),
                       .stride = sizes(argument(arguments, 3, Kind::tuple)),
                       .offset = argument(arguments, 1, Kind::integer).integer,
                       .storage = storage.items[1],
                       .elements = storage.integer};
    if (!tensor_bytes(tensor.dtype, tensor.shape) || tensor.shape.size() != tensor.stride.size())
      damaged("a tensor whose shape cannot be");
    // The last element that it reaches is one of the storage.
    std::int64_t last = tensor.offset;
    bool fits = last >= 0, empty = false;
    for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
      std::int64_t reach = 0;
      empty = empty || tensor.shape[axis] == 0;
      fits = fits && !__builtin_mul_overflow(tensor.shape[axis] - 1, tensor.stride[axis], &reach) &&
             !__builtin_add_overflow(last, reach, &last);
    }
    if (!empty && !(fits && last < tensor.elements)) damaged("a tensor that reaches beyond its storage");
    push({.kind = Kind::tensor, .integer = static_cast<std::int64_t>(all_.tensors.size())});
    all_.tensors.push_back(std::move(tensor));
  }

  void reduce() {
    const Id arguments = pop(), function = pop();
    if (at(function).kind != Kind::name) damaged("a call of what is no function");
    const std::string& name = at(function).text;
    if (name == rebuild_tensor) {
      push_tensor(at(arguments));
    } else if (name == rebuild_parameter) {
      argument(at(arguments), 0, Kind::tensor);
      stack_.push_back(at(arguments).items[0]);
    } else if (name == ordered_dict && at(arguments).kind == Kind::tuple && at(arguments).items.empty()) {
      push({.kind = Kind::dict});
    } else {
      refuse("a call of " + shown_name(name));
    }
  }

  /// True at the end.
  bool step(char code);

  std::span<const std::byte> rest_;
  std::string_view label_;
  Pickled all_;
  std::vector<Id> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<Id, Id> memo_;
};

// The steps of protocol 2 that torch.save takes, with the letters of Python's pickletools.
bool Reader::step(char code) {
  const auto tuple_of = [&](std::vector<Id> items) {
    push({.kind = Kind::tuple, .items = std::move(items)});
  };
  const auto integer = [&](std::int64_t n) { push({.kind = Kind::integer, .integer = n}); };
  switch (code) {
    case '\x80':  // PROTO
      if (number<std::uint8_t>() != 2) refuse("another protocol than 2");
      return false;
    case '.':
      return true;
    case '(':  // MARK
      marks_.push_back(stack_.size());
      return false;
    case 'N':
      return push({}), false;
    case '\x88':
    case '\x89':  // NEWTRUE, NEWFALSE
      return push({.kind = Kind::truth, .integer = code == '\x88' ? 1 : 0}), false;
    case 'J':
      return integer(number<std::int32_t>()), false;
    case 'K':
      return integer(number<std::uint8_t>()), false;
    case 'M':
      return integer(number<std::uint16_t>()), false;
    case '\x8a':  // LONG1
      return integer(long_integer(number<std::uint8_t>())), false;
    case 'G': {  // BINFLOAT, most significant byte first
      std::uint64_t bits = 0;
      for (const std::byte b : take(8)) bits = bits << 8 | std::to_integer<std::uint64_t>(b);
      return push({.kind = Kind::real, .real = std::bit_cast<double>(bits)}), false;
    }
    case 'X':  // BINUNICODE
      return push({.kind = Kind::text, .text = text(number<std::uint32_t>())}), false;
    case ')':
      return tuple_of({}), false;
    case '\x85':
    case '\x86':
    case '\x87':  // TUPLE1, TUPLE2, TUPLE3
      return tuple_of(pop_last(static_cast<std::size_t>(code - '\x84'))), false;
    case 't':
      return tuple_of(pop_to_mark()), false;
    case ']':
      return push({.kind = Kind::list}), false;
    case 'a':
    case 'e': {  // APPEND, APPENDS
      const std::vector<Id> items = code == 'a' ? pop_last(1) : pop_to_mark();
      return add_to(Kind::list, items), false;
    }
    case '}':
      return push({.kind = Kind::dict}), false;
    case 's':
    case 'u': {  // SETITEM, SETITEMS
      const std::vector<Id> items = code == 's' ? pop_last(2) : pop_to_mark();
      return add_to(Kind::dict, items), false;
    }
    case 'q':
      return memo_[number<std::uint8_t>()] = top(), false;
    case 'r':
      return memo_[number<std::uint32_t>()] = top(), false;
    case 'h':
      return get(number<std::uint8_t>()), false;
    case 'j':
      return get(number<std::uint32_t>()), false;
    case 'c':  // GLOBAL
      return push_name(), false;
    case 'Q':  // BINPERSID
      return push_storage(), false;
    case 'R':
      return reduce(), false;
    case 'b':  // BUILD: a state dict's _metadata, the versions of its modules
      pop();
      if (at(top()).kind != Kind::dict) refuse("the attributes of an object");
      return false;
    default:
      refuse(fmt::format("the step 0x{:02x}", static_cast<unsigned char>(code)));
  }
}

}  // namespace

Pickled read_torch_pickle(std::span<const std::byte> pickle, std::string_view label) {
  return Reader(pickle, label).read();
}

}  // namespace heed
