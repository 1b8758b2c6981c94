// Which files an answer may include: those that the compiler read are looked through.
#include <algorithm>
#include <array>
#include <set>

#include "exercises/grading/refusals/refusals.hpp"
#include "exercises/grading/text_file.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const std::string& rule) {
  std::vector<fs::path> files;
  std::string name;
  const auto take = [&] {
    if (!name.empty() && name.back() != ':') files.emplace_back(name);
    name.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if (rule[i] == '\\' && (next == ' ' || next == '#')) {
      name += next;
      ++i;
    } else if (rule[i] == '$' && next == '$') {
      name += '$';
      ++i;
    } else if (rule[i] == '\\' && next == '\n') {
      take();
    } else if (rule[i] == ' ' || rule[i] == '\n') {
      take();
    } else {
      name += rule[i];
    }
  }
  take();
  return files;
}

std::set<fs::path> precompiled_files(const fs::path& precompiled) {
  const std::vector<fs::path> files = files_in(read_text_file(precompiled.string() + ".d"));
  return {files.begin(), files.end()};
}

}  // namespace

std::vector<Refusal> refused_files(const std::string& rule, const fs::path& own, const fs::path& signatures,
                                   const fs::path& precompiled) {
  const std::array<std::string, 4> always{"exercises/given.hpp", "exercises/given_layers.hpp",
                                          "exercises/given_values.hpp", "lib/core/special_ids.hpp"};
  const std::set<fs::path> header = precompiled_files(precompiled);
  std::vector<Refusal> refusals;
  for (const fs::path& file : files_in(rule)) {
    const std::string text = file.lexically_normal().generic_string();
    const bool given =
        std::any_of(always.begin(), always.end(), [&](const auto& end) { return text.ends_with("/" + end); });
    if (given || file == own || file == signatures || file == precompiled) continue;
    if (!header.contains(file) && !header.contains(file.lexically_normal()))
      refusals.push_back({file.filename().string(), "file"});
  }
  return refusals;
}

}  // namespace heed::grading
