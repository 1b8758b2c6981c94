#include "nn/int8.hpp"

#include <memory>

#include "lib/array/int8_matrix.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

Int8Report to_int8(const Module& model) {
  std::vector<Module::Matrix> matrices = model.matrices();
  std::vector<Array> values;
  Int8Report report;
  for (const Module::Matrix& matrix : matrices) {
    const Array& value = matrix.weight.value();
    try {
      const auto int8 = std::make_shared<const Int8Matrix>(value, matrix.stored);
      report.float_bytes += value.size() * static_cast<std::int64_t>(sizeof(Scalar));
      report.int8_bytes += int8->bytes();
      values.push_back(Array::of(int8));
    } catch (const Error& problem) {
      throw_error<Error>("the model cannot be held in 8 bits: {}: {}", matrix.weight.name(), problem.what());
    }
  }
  for (std::size_t i = 0; i < matrices.size(); ++i) matrices[i].weight.set_value(values[i]);
  return report;
}

}  // namespace heed
