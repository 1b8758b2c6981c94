#include "tools/learn/course/notes.hpp"

#include <algorithm>
#include <sstream>

#include "lib/text/trimmed.hpp"

namespace heed {
Notes parse_notes(std::string_view markdown) {
  Notes notes;
  std::string ignored, mistake, part;
  std::string* target = &ignored;
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ") || line.starts_with("### ")) {
      std::istringstream words(line.substr(line.find(' ')));
      std::string kind, name;
      words >> kind >> name;
      target = &ignored;
      if (line.starts_with("### ")) {
        if (kind == "repair" && !mistake.empty()) target = &notes.mistakes[mistake].repair;
        continue;
      }
      mistake.clear();
      if (kind == "part") target = &notes.parts[part = name];
      if (kind == "hint") {
        target = &notes.hints.emplace_back();
        notes.hint_parts.push_back(part);
      }
      if (kind == "mistake") {
        mistake = name;
        target = &notes.mistakes[name].explanation;
      }
    } else {
      *target += line + "\n";
    }
  }
  // below the last of several parts stand the hints on all of them
  if (std::equal(notes.hint_parts.begin() + !notes.hint_parts.empty(), notes.hint_parts.end(),
                 notes.hint_parts.begin()))
    notes.hint_parts.assign(notes.hints.size(), "");
  const auto trim = [](std::string& text) { text = std::string(trimmed(text)); };
  for (auto& [name, text] : notes.parts) trim(text);
  for (std::string& hint : notes.hints) trim(hint);
  for (auto& [id, note] : notes.mistakes) trim(note.explanation), trim(note.repair);
  return notes;
}

}  // namespace heed
