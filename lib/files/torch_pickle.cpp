#include "lib/files/torch_pickle.hpp"

#include <fmt/format.h>

#include <bit>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/torch_tensor.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using Id = std::uint32_t;
using Kind = Pickled::Kind;

constexpr std::size_t most_values = 2'000'000;

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
  [[noreturn]] void damaged(std::string_view why) const { damaged_pickle(label_, why); }

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
    return valid({reinterpret_cast<const char*>(taken.data()), taken.size()});
  }
  std::string line() {
    std::string all;
    for (char c = 0; (c = static_cast<char>(take(1)[0])) != '\n';) all += c;
    return valid(std::move(all));
  }
  std::string valid(std::string text) const {
    if (first_invalid_utf8(text)) damaged("a text that is not UTF-8");
    return text;
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
    if (to.kind == Kind::object) return;
    if (to.kind != kind || (kind == Kind::dict && items.size() % 2 != 0))
      damaged("items for what holds none");
    to.items.insert(to.items.end(), items.begin(), items.end());
  }
  void get(Id place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) damaged("a value that was not remembered");
    stack_.push_back(found->second);
  }
  void push_long_integer(std::uint64_t bytes) {
    const auto taken = take(bytes);
    if (bytes > 8)
      return push({.kind = Kind::object, .text = fmt::format("an integer of {} bits", 8 * bytes)});
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < taken.size(); ++i)
      value |= std::to_integer<std::uint64_t>(taken[i]) << (8 * i);
    const std::uint64_t unused = 64 - 8 * bytes;
    push({.kind = Kind::integer,
          .integer = bytes == 0 ? 0 : static_cast<std::int64_t>(value << unused) >> unused});
  }
  void push_name() {
    const std::string module = line();
    push({.kind = Kind::name, .text = module + "." + line()});
  }

  /// What PyTorch makes of a call, or a placeholder with the name of what would be called.
  void reduce() {
    const Id arguments = pop(), function = pop();
    const auto& [kind, integer, real, name, items] = at(function);
    if (kind != Kind::name && kind != Kind::object) damaged("a call of what is no function");
    if (name == "torch._utils._rebuild_tensor_v2") {
      push(torch_tensor(all_, at(arguments), label_));
    } else if (name.starts_with("torch._utils._rebuild_parameter")) {
      argument(all_, at(arguments), 0, Kind::tensor, label_);
      stack_.push_back(at(arguments).items[0]);
    } else if ((name == "collections.OrderedDict" && at(arguments).items.empty()) ||
               name == "collections.defaultdict") {
      push({.kind = Kind::dict});
    } else {
      push({.kind = Kind::object, .text = name});
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
      if (const int protocol = number<std::uint8_t>(); protocol != 2)
        throw_error<FormatError>("{}: its pickle has protocol {}; heed reads 2, torch.save's own", label_,
                                 protocol);
      return false;
    case '.':
      return true;
    case '0':
    case '1':  // POP, POP_MARK: of tuples that stand in themselves
      return code == '0' ? static_cast<void>(pop()) : static_cast<void>(pop_to_mark()), false;
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
      return push_long_integer(number<std::uint8_t>()), false;
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
      return push(torch_storage(all_, at(pop()), label_)), false;
    case 'R':
    case '\x81':  // REDUCE, NEWOBJ
      return reduce(), false;
    case 'b':  // BUILD: attributes, such as a state dict's _metadata, the versions of its modules
      return pop(), top(), false;
    default:
      throw_error<FormatError>("{}: its pickle has the step 0x{:02x}, which torch.save does not take", label_,
                               static_cast<unsigned char>(code));
  }
}

}  // namespace

Pickled read_torch_pickle(std::span<const std::byte> pickle, std::string_view label) {
  return Reader(pickle, label).read();
}

}  // namespace heed
