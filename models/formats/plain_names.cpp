#include "models/formats/plain_names.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

std::string plain_name(std::string_view name, std::string_view base) {
  std::string plain;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part != "module" && part != "_orig_mod" && part != base)
      plain.append(plain.empty() ? "" : ".").append(part);
    begin = end + 1;
  }
  return plain;
}

StateDict with_plain_names(const StateDict& stored, std::string_view base, const std::string& label) {
  StateDict all;
  for (const auto& [name, array] : stored) {
    const std::string plain = plain_name(name, base);
    const Array* const there = find_tensor(all, plain);
    if (there == nullptr)
      all.emplace_back(plain, array);
    else if (!identical(*there, array))
      throw_error<FormatError>("{}: {} is there under two names, with different values: delete one of them",
                               label, plain);
  }
  return all;
}

}  // namespace heed
