#include "nn/checkpoint.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"

namespace heed::inline HEED_PRECISION {

void save_checkpoint(const std::filesystem::path& path, const StateDict& weights, const Metadata& metadata) {
  std::vector<Tensor> tensors;
  for (const auto& [name, array] : weights) {
    tensors.push_back(make_tensor(name, {array.shape().begin(), array.shape().end()}, array.values()));
  }
  Metadata all = metadata;
  all["format"] = "pt";
  write_safetensors(path, tensors, all);
}

namespace {

std::vector<Scalar> real_values(const Tensor& tensor, const std::filesystem::path& path) try {
  return float_values<Scalar>(tensor);
} catch (const Error& e) {
  throw_error<FormatError>("{}: {}", path.string(), e.message());
}

}  // namespace

Checkpoint load_checkpoint(const std::filesystem::path& path,
                           const std::function<bool(const std::string& name)>& leave_out) {
  Safetensors file = read_safetensors(path);
  Checkpoint checkpoint{{}, std::move(file.metadata)};
  for (const Tensor& tensor : file.tensors) {
    if (leave_out && leave_out(tensor.name)) continue;
    if (tensor.dtype == DType::I64 && tensor.shape.empty()) {  // a count, such as num_batches_tracked
      const auto count = static_cast<Scalar>(integer_values(tensor).front());
      checkpoint.weights.emplace_back(tensor.name, Array::scalar(count));
      continue;
    }
    checkpoint.weights.emplace_back(tensor.name,
                                    Array(Shape(std::span(tensor.shape)), real_values(tensor, path)));
  }
  return checkpoint;
}

}  // namespace heed
