// The texts that explain a verdict: hints and mistakes of an exercise, what crashes mean, names in Korean.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed {

struct Hint {
  std::string part = "";  // that it is about; "": it is about all
  std::string text = "";
};

struct Explanation {
  std::string text = "";    // what comes out, and why
  std::string repair = "";  // the idea that repairs it
};

struct Notes {
  std::vector<Hint> hints = {};                      // of each part level 1 first
  std::map<std::string, Explanation> mistakes = {};  // by the mistake's id
  std::map<std::string, std::string> texts = {};     // of exercises/verdicts.md, by "crash memory"
  /// The text with its {} filled; empty where there is none.
  std::string text(const std::string& key, const std::vector<std::string>& arguments = {}) const;
};

/// Adds "## part NAME", "## hint N", "## mistake ID" with "### repair", and texts below other headings.
void parse_notes(std::string_view markdown, Notes& notes);

/// Puts the names of cases and results into Korean by exercises/labels.ko.json: {"# queries": "쿼리 #개"}, in
/// which # stands for a number. What the table does not have stays as it is.
class Labels {
 public:
  explicit Labels(const std::filesystem::path& file);
  void translate(std::string& label) const;
  void translate(Verdict& verdict) const;

 private:
  std::map<std::string, std::string> table_;
};

}  // namespace heed
