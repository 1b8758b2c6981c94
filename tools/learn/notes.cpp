#include "tools/learn/notes.hpp"

#include <fmt/args.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "lib/files/json.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/language/tr.hpp"

namespace heed {

std::string Notes::text(const std::string& key, const std::vector<std::string>& arguments) const {
  const auto found = texts.find(key);
  if (found == texts.end()) return "";
  fmt::dynamic_format_arg_store<fmt::format_context> all;
  for (const std::string& argument : arguments) all.push_back(argument);
  return with_particles(fmt::vformat(found->second, all));
}

void parse_notes(std::string_view markdown, Notes& notes) {
  std::string ignored, mistake, part;
  std::string* target = &ignored;
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("### ")) {
      target = mistake.empty() ? &ignored : &notes.mistakes[mistake].repair;
    } else if (line.starts_with("## ")) {
      std::istringstream words(line.substr(3));
      std::string kind, name;
      words >> kind >> name;
      mistake = kind == "mistake" ? name : "";
      if (kind == "part") part = name;
      if (kind == "hint") notes.hints.push_back({.part = part});
      target = kind == "part"      ? &ignored
               : kind == "hint"    ? &notes.hints.back().text
               : kind == "mistake" ? &notes.mistakes[name].text
                                   : &notes.texts[kind + " " + name];
    } else {
      *target += line + "\n";
    }
  }
  // below the last of several parts stand the hints on all of them
  if (std::ranges::all_of(notes.hints, [&](const Hint& hint) { return hint.part == part; }))
    for (Hint& hint : notes.hints) hint.part.clear();
  const auto trim = [](std::string& text) { text = std::string(trimmed(text)); };
  for (auto& [key, text] : notes.texts) trim(text);
  for (Hint& hint : notes.hints) trim(hint.text);
  for (auto& [id, note] : notes.mistakes) trim(note.text), trim(note.repair);
}

Labels::Labels(const std::filesystem::path& file) {
  if (std::filesystem::exists(file)) table_ = read_json(file).get<decltype(table_)>();
}

void Labels::translate(std::string& label) const {
  static const std::regex number(R"(\d+(\.\d+)?)");
  const auto found = table_.find(std::regex_replace(label, number, "#"));
  if (found == table_.end()) return;
  std::string text;
  std::sregex_iterator next(label.begin(), label.end(), number);
  for (const char letter : found->second)
    text += letter == '#' && next != std::sregex_iterator() ? (next++)->str() : std::string(1, letter);
  label = text;
}

void Labels::translate(Verdict& verdict) const {
  for (PartVerdict& part : verdict.parts) {
    if (part.observation) {
      for (std::string& name : part.observation->names) translate(name);
      translate(part.observation->output);
    }
    if (!part.failure) continue;
    translate(part.failure->label);
    translate(part.failure->output);
    for (auto* list : {&part.failure->inputs, &part.failure->shown})
      for (NamedValues& one : *list) translate(one.name);
    for (auto* values : {&part.failure->expected, &part.failure->got})
      if (*values) translate((*values)->name);
  }
}

}  // namespace heed
