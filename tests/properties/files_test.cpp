// Files of any content: what is written is read, and what is damaged is not taken for whole.
#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/properties/random_input.hpp"

namespace heed {
namespace {

Tensor any_tensor(std::vector<DType> types) {
  Tensor tensor;
  tensor.dtype = *rc::gen::elementOf(types);
  const Shape shape = any_shape(4);
  tensor.shape.assign(shape.begin(), shape.end());
  const std::uint64_t size = *tensor_bytes(tensor.dtype, tensor.shape);
  const RandomStream stream = any_rng().next();
  for (std::uint64_t i = 0; i < size; ++i) tensor.bytes.push_back(static_cast<std::byte>(stream.words(i)[0]));
  return tensor;
}

const std::vector<DType> numbers{DType::F16, DType::F32, DType::F64, DType::I8,  DType::U8, DType::I16,
                                 DType::U16, DType::I32, DType::U32, DType::I64, DType::U64};

std::vector<Tensor> any_tensors() {
  std::vector<Tensor> tensors;
  for (int count = *rc::gen::inRange(0, 5); count > 0; --count) {
    Tensor& tensor = tensors.emplace_back(any_tensor(numbers));
    tensor.name = *rc::gen::elementOf(std::vector<std::string>{"w", "층.0", "a b", "\"", "\n\\", ""}) +
                  std::to_string(count);
  }
  return tensors;
}

bool same(const std::vector<Tensor>& written, const Safetensors& read) {
  return written.size() == read.tensors.size() &&
         std::all_of(written.begin(), written.end(), [&](const Tensor& t) {
           const Tensor* found = read.find(t.name);
           return found != nullptr && *found == t;
         });
}

TEST_CASE("tensors come back from a safetensors file as they went in") {
  const Scratch scratch;
  CHECK(holds("safetensors", [&] {
    const std::vector<Tensor> tensors = any_tensors();
    const std::map<std::string, std::string> metadata{
        {"k", *rc::gen::elementOf(std::vector<std::string>{"", "값", "\t"})}};
    write_safetensors(scratch / "m", tensors, metadata);
    const Safetensors read = read_safetensors(scratch / "m");
    RC_ASSERT(same(tensors, read));
    RC_ASSERT(read.metadata == metadata);
  }));
}

TEST_CASE("a safetensors file with a flipped bit, or without its end, is refused") {
  const Scratch scratch;
  CHECK(holds("damage", [&] {
    write_safetensors(scratch / "m", any_tensors());
    std::string file = slurp(scratch / "m");
    const std::size_t place = *rc::gen::inRange<std::size_t>(0, file.size());
    if (*rc::gen::arbitrary<bool>())
      file.resize(place);
    else
      file[place] = static_cast<char>(file[place] ^ (1 << *rc::gen::inRange(0, 8)));
    bool refused = false;
    try {
      decode_safetensors(bytes_of(file), "m");
    } catch (const Error&) {
      refused = true;
    }
    RC_ASSERT(refused);
  }));
}

}  // namespace
}  // namespace heed
