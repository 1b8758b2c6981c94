// Which files an answer may include: those that the compiler read are looked through.
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

/// Links resolved, so that `answers/../exercises/given.hpp` is what it leads to.
fs::path place_of(const fs::path& file) { return fs::weakly_canonical(file); }

}  // namespace

std::vector<Refusal> refused_files(const std::string& rule, const fs::path& own, const fs::path& signatures,
                                   const fs::path& precompiled, const fs::path& course) {
  const fs::path project = course.parent_path();
  std::set<fs::path> allowed;
  for (const fs::path& file : {course / "given.hpp", course / "given_layers.hpp", course / "given_values.hpp",
                               project / "lib" / "core" / "special_ids.hpp", own, signatures, precompiled})
    allowed.insert(place_of(file));
  for (const fs::path& file : files_in(read_text_file(precompiled.string() + ".d")))
    allowed.insert(place_of(file));
  std::vector<Refusal> refusals;
  for (const fs::path& file : files_in(rule)) {
    if (!allowed.contains(place_of(file))) refusals.push_back({file.filename().string(), "file"});
  }
  return refusals;
}

}  // namespace heed::grading
