#include "tools/training/learned_data.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "lib/files/content_hash.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/model_place.hpp"
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

std::string note_on_other_data(const fs::path& model, const std::vector<fs::path>& files) {
  std::error_code none;
  const auto gone = std::find_if(files.begin(), files.end(), [&](const fs::path& file) {
    return !file.empty() && !fs::exists(file, none);
  });
  if (gone != files.end())
    return tr("note: {} is not there; what answers is the saved model {}\n", printable(gone->string()),
              printable(model.string()));
  if (!learned_from_others(model, files_hash(files))) return "";
  return tr("note: {} has learned from other data than --data has now; --train trains a new one\n",
            printable(model.string()));
}

namespace {

/// The options in a run.json but for --train, which asks for what is being done; null where there are none.
nlohmann::json options_in(const std::string& run) {
  nlohmann::json options = nlohmann::json::parse(run, nullptr, false, true);
  if (!options.is_object()) return nullptr;
  options.erase("train");
  return options;
}

/// What is said of the options in the old model's run.json, where the new one's is `run`.
std::string on_options(const fs::path& old, const std::string& run) {
  std::ifstream file(old);
  const nlohmann::json then = options_in({std::istreambuf_iterator<char>(file), {}});
  if (then.is_null()) return "";
  if (then == options_in(run)) return tr(" with the same options");
  return tr(" with the options given here; --config {} would take the old one's", printable(old.string()));
}

}  // namespace

std::string note_on_new_data(const fs::path& model, const std::string& hash, const std::string& run) {
  if (!learned_from_others(model, hash)) return "";
  return tr("note: {} has learned from other data than --data has now; a new one is trained{}\n",
            printable(model.string()), on_options(beside_model(model, "run.json"), run));
}

}  // namespace heed
