#include "lib/files/torch_tensor.hpp"

#include <map>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors_header.hpp"

namespace heed {
namespace {

using Kind = Pickled::Kind;
using Value = Pickled::Value;

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

std::vector<std::int64_t> integers(const Pickled& all, const Value& tuple, std::string_view label) {
  if (tuple.items.size() > max_axes) damaged_pickle(label, "a tensor of more axes than heed reads");
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < tuple.items.size(); ++i) {
    numbers.push_back(argument(all, tuple, i, Kind::integer, label).integer);
    if (numbers.back() < 0) damaged_pickle(label, "a tensor of negative sizes");
  }
  return numbers;
}

/// Whether the last element that it reaches is one of its storage.
bool is_inside(const TorchTensor& tensor) {
  std::int64_t last = tensor.offset;
  bool fits = last >= 0;
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    std::int64_t reach = 0;
    if (tensor.shape[axis] == 0) return true;
    fits = fits && !__builtin_mul_overflow(tensor.shape[axis] - 1, tensor.stride[axis], &reach) &&
           !__builtin_add_overflow(last, reach, &last);
  }
  return fits && last < tensor.elements;
}

}  // namespace

void damaged_pickle(std::string_view label, std::string_view why) {
  throw_error<FormatError>("{}: a damaged pickle: {}", label, why);
}

const Value& argument(const Pickled& all, const Value& tuple, std::size_t i, Kind kind,
                      std::string_view label) {
  if (tuple.kind != Kind::tuple || i >= tuple.items.size() || all.values[tuple.items[i]].kind != kind)
    damaged_pickle(label, "a tensor whose parts are others than PyTorch writes");
  return all.values[tuple.items[i]];
}

Value torch_storage(const Pickled& all, const Value& tuple, std::string_view label) {
  if (argument(all, tuple, 0, Kind::text, label).text != "storage")
    damaged_pickle(label, "a reference to what is no storage");
  const std::string& type = argument(all, tuple, 1, Kind::name, label).text;
  if (!storage_type(type)) return {.kind = Kind::object, .text = type};
  argument(all, tuple, 2, Kind::text, label);
  return {.kind = Kind::storage,
          .integer = argument(all, tuple, 4, Kind::integer, label).integer,
          .items = {tuple.items[1], tuple.items[2]}};
}

Value torch_tensor(Pickled& all, const Value& arguments, std::string_view label) {
  if (all.tensors.size() == max_tensors) damaged_pickle(label, "more tensors than heed reads");
  if (!arguments.items.empty() && all.values[arguments.items[0]].kind == Kind::object)
    throw_error<FormatError>("{}: a tensor of {}, a type that heed does not read", label,
                             shown_name(all.values[arguments.items[0]].text));
  const Value& storage = argument(all, arguments, 0, Kind::storage, label);
  TorchTensor tensor{.dtype = *storage_type(all.values[storage.items[0]].text),
                     .shape = integers(all, argument(all, arguments, 2, Kind::tuple, label), label),
                     .stride = integers(all, argument(all, arguments, 3, Kind::tuple, label), label),
                     .offset = argument(all, arguments, 1, Kind::integer, label).integer,
                     .storage = storage.items[1],
                     .elements = storage.integer};
  if (!tensor_bytes(tensor.dtype, tensor.shape) || tensor.shape.size() != tensor.stride.size())
    damaged_pickle(label, "a tensor whose shape cannot be");
  if (!is_inside(tensor)) damaged_pickle(label, "a tensor that reaches beyond its storage");
  all.tensors.push_back(std::move(tensor));
  return {.kind = Kind::tensor, .integer = std::ssize(all.tensors) - 1};
}

}  // namespace heed
