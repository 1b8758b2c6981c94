// The pickle in a file of torch.save: a program for a stack machine that could call anything. Here it makes
// nothing but tensors' descriptions and plain values; for every other call a placeholder with the name of
// what would be called. Nothing is ever run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/tensor.hpp"

namespace heed {

/// A tensor as the pickle describes it: its numbers are a part of a storage, a file of the archive.
struct TorchTensor {
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape, stride;
  std::int64_t offset = 0;    // in elements
  std::uint32_t storage = 0;  // the value with its key: a text
  std::int64_t elements = 0;  // of the storage
};

/// What a pickle made. Values refer to each other by their numbers, also in circles.
struct Pickled {
  enum class Kind { none, truth, integer, real, text, tuple, list, dict, name, object, storage, tensor };
  struct Value {
    Kind kind = Kind::none;
    std::int64_t integer = 0;  // of a tensor its place in `tensors`
    double real = 0;
    std::string text{};                  // of a name or an object: "collections.Counter"
    std::vector<std::uint32_t> items{};  // of a dict: key, value, key, value …
  };
  std::deque<Value> values{};
  std::vector<TorchTensor> tensors{};
  std::uint32_t root = 0;
};

/// Reads the pickle of torch.save (protocol 2). Memory grows with the text alone. Throws FormatError, opening
/// with `label`, for another protocol, a step that is not known and what is damaged.
Pickled read_torch_pickle(std::span<const std::byte> pickle, std::string_view label);

}  // namespace heed
