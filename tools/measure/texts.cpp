// Reads the texts of experiments.
#include <initializer_list>
#include <map>
#include <sstream>
#include <string_view>

#include "lib/core/error.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

extern const std::initializer_list<std::string_view> experiment_files;

namespace {

struct AllTexts {
  std::map<std::string, Bilingual> sections{};
  std::map<std::string, std::string> words{}, documents{};
};

void read_file(std::string_view file, AllTexts& all) {
  std::istringstream lines{std::string(file)};
  std::string name;
  Bilingual* section = nullptr;  // null: a table of words
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {  // "# C3 (004)"
      const std::size_t end = line.find(" (");
      name = line.substr(2, end - 2);
      if (end != std::string::npos) all.documents[name] = line.substr(end + 2, line.size() - end - 3);
    } else if (line.starts_with("## ")) {
      section = line == "## words" ? nullptr : &all.sections[name + '.' + line.substr(3)];
    } else if (section != nullptr && !line.empty()) {
      const bool korean = line.starts_with("> ");
      std::string& text = korean ? section->korean : section->english;
      text += (text.empty() ? "" : " ") + line.substr(korean ? 2 : 0);
    } else if (line.starts_with("| ")) {  // "| English | 한국어 |"
      const std::size_t middle = line.find(" | ", 2);
      all.words[line.substr(2, middle - 2)] = line.substr(middle + 3, line.size() - middle - 5);
    }
  }
}

const AllTexts& all_texts() {
  static const AllTexts texts = [] {
    AllTexts all;
    for (const std::string_view file : experiment_files) read_file(file, all);
    return all;
  }();
  return texts;
}

}  // namespace

const Bilingual& text_of(const std::string& section) {
  const auto found = all_texts().sections.find(section);
  if (found == all_texts().sections.end()) throw_error<Error>("no text of experiments is called {}", section);
  return found->second;
}

const std::string& documents_of(const std::string& experiment) {
  return all_texts().documents.at(experiment);
}

Bilingual word(const std::string& english) {
  const auto found = all_texts().words.find(english);
  return {english, found == all_texts().words.end() ? "" : found->second};
}

Bilingual joined(const Bilingual& first, const std::string& between, const Bilingual& second) {
  if (first.english.empty()) return second;
  if (second.english.empty()) return first;
  return {first.english + between + second.english,
          first.in(Language::korean) + between + second.in(Language::korean)};
}

}  // namespace heed
