#include "tools/training/replace_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "lib/text/shell_word.hpp"
#include "tools/training/save_somewhere.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

bool same_bytes(const fs::path& a, const fs::path& b) {
  std::ifstream one(a, std::ios::binary), other(b, std::ios::binary);
  using Bytes = std::istreambuf_iterator<char>;
  return one && other && std::equal(Bytes(one), Bytes(), Bytes(other), Bytes());
}

}  // namespace

Replaced replace_model(const ModelPlace& place, const std::function<void(const fs::path&)>& save) {
  Replaced result;
  const auto nothing_replaced = [&] {
    std::error_code nothing_there;
    if (!result.older.empty()) fs::remove_all(std::exchange(result.older, {}), nothing_there);
  };
  try {
    result.file = save_somewhere(place.model(), [&](const fs::path& file) {
      if (file == place.model() && result.older.empty()) result.older = place.set_aside();
      save(file);
    });
  } catch (...) {
    nothing_replaced();
    throw;
  }
  // The same bytes: a training killed after its model was saved ends a second time with the same model.
  if (result.file != place.model() ||
      (!result.older.empty() && same_bytes(result.older / result.file.filename(), result.file)))
    nothing_replaced();
  return result;
}

std::string bring_back_command(const fs::path& older, const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return fmt::format("mv {}/* {}/", shell_word(older.string()), shell_word(folder.string()));
}

}  // namespace heed
