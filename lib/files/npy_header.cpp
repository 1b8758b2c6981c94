#include "lib/files/npy_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

constexpr std::array<std::pair<std::string_view, DType>, 12> numpy_types = {{
    {"b1", DType::BOOL},
    {"u1", DType::U8},
    {"i1", DType::I8},
    {"u2", DType::U16},
    {"i2", DType::I16},
    {"f2", DType::F16},
    {"u4", DType::U32},
    {"i4", DType::I32},
    {"f4", DType::F32},
    {"u8", DType::U64},
    {"i8", DType::I64},
    {"f8", DType::F64},
}};

class Parser {
 public:
  Parser(std::string_view text, std::string_view label) : rest_(text), label_(label) {}

  NpyHeader parse() {
    NpyHeader header;
    bool have_type = false, have_order = false, have_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr" && !std::exchange(have_type, true)) {
        type_into(header);
      } else if (key == "fortran_order" && !std::exchange(have_order, true)) {
        header.fortran_order = boolean();
      } else if (key == "shape" && !std::exchange(have_shape, true)) {
        header.shape = shape();
      } else {
        fail("holds a key that is unknown or there twice");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_spaces();
    if (!rest_.empty()) fail("goes on after its end");
    if (!have_type || !have_order || !have_shape) fail("lacks descr, fortran_order or shape");
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw_error<FormatError>("{}: the .npy header {}; the file is damaged or of another kind", label_, what);
  }

  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  bool accept(char wanted) {
    skip_spaces();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) fail(fmt::format("has no '{}' where one must be", wanted));
  }

  std::string_view quoted() {
    skip_spaces();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) fail("has no quoted text where one must be");
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) fail("has a text without closing quote");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool boolean() {
    skip_spaces();
    for (const auto& [text, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (!rest_.starts_with(text)) continue;
      rest_.remove_prefix(text.size());
      return value;
    }
    fail("has a fortran_order that is neither True nor False");
  }

  void type_into(NpyHeader& header) {
    skip_spaces();
    if (rest_.starts_with('[')) {
      throw_error<FormatError>(
          "{}: holds records with several fields; save each field as an array of its own", label_);
    }
    const std::string_view text = quoted();
    const char order = text.empty() ? ' ' : text[0];
    const std::string_view code = text.substr(text.empty() ? 0 : 1);
    for (const auto& [name, dtype] : numpy_types) {
      // "|" says that the order of bytes has no meaning, which is so for single bytes only.
      const bool known_order = order == '<' || order == '>' || (order == '|' && dtype_bits(dtype) == 8);
      if (code != name || !known_order) continue;
      header.dtype = dtype;
      header.big_endian = order == '>';
      return;
    }
    if (text == "|O") {
      throw_error<FormatError>("{}: holds Python objects, which are never loaded; save it with a number type",
                               label_);
    }
    if (text.find_first_not_of("<>|=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]") !=
        std::string_view::npos) {
      fail("has a descr that is no type");
    }
    throw_error<FormatError>("{}: elements of type '{}' cannot be read; save it as float32, float64 or int64",
                             label_, text.substr(0, 40));
  }

  std::vector<std::int64_t> shape() {
    std::vector<std::int64_t> dims;
    expect('(');
    while (!accept(')')) {
      skip_spaces();
      std::int64_t dim = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), dim);
      if (error != std::errc() || dim < 0)
        fail("has a shape that is not made of non-negative integers of 63 bits");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      dims.push_back(dim);
      if (accept(',')) continue;
      if (dims.size() == 1)
        fail("has a shape that is no tuple");  // (3) is an integer in Python, (3,) a tuple
      expect(')');
      break;
    }
    return dims;
  }

  std::string_view rest_;
  std::string_view label_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, std::string_view label) {
  return Parser(text, label).parse();
}

std::string npy_header_text(DType dtype, const std::vector<std::int64_t>& shape, std::string_view label) {
  for (const auto& [name, known] : numpy_types) {
    if (known != dtype) continue;
    return fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                       dtype_bits(dtype) == 8 ? '|' : '<', name, shape_text(shape));
  }
  throw_error<UsageError>("{}: NumPy has no type {}; convert to F32 first", label, dtype_name(dtype));
}

}  // namespace heed
