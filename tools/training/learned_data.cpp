#include "tools/training/learned_data.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <span>
#include <system_error>

#include "lib/files/content_hash.hpp"
#include "lib/text/display.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

namespace fs = std::filesystem;

std::string files_hash(const std::vector<fs::path>& files) {
  ContentHash hash;
  std::array<char, 65536> bytes;
  for (const fs::path& path : files) {
    std::error_code problem;
    if (!fs::is_regular_file(path, problem)) return "";  // a pipe would be empty for whoever reads it next
    std::ifstream file(path, std::ios::binary);
    std::uint64_t count = 0;
    while (file.read(bytes.data(), std::ssize(bytes)) || file.gcount() > 0) {
      hash.add(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(file.gcount()))));
      count += static_cast<std::uint64_t>(file.gcount());
    }
    if (!file.eof()) return "";
    hash.add(std::as_bytes(std::span(&count, 1)));  // where one ends and the next begins
  }
  return files.empty() ? "" : hash.digits();
}

bool learned_from_others(const fs::path& model, const std::string& hash) {
  const std::string then = learned_data_hash(model);
  return !then.empty() && !hash.empty() && hash != then;
}

std::string note_on_other_data(const fs::path& model, const std::string& hash, Follows follows) {
  if (!learned_from_others(model, hash)) return "";
  return spoken("note: {} has learned from another text than --data has now{}\n",
                "참고: {} 모델이 학습한 글은 지금 --data의 글과 다름{}\n", printable(model.string()),
                follows == Follows::training
                    ? spoken("; a new one is trained", ". 새로 학습함")
                    : spoken("; --train trains a new one", ". 새로 학습하려면 --train"));
}

}  // namespace heed
