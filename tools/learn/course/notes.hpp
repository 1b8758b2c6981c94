// notes.md of an exercise: what each part asks, hints in three levels, and what mistakes look like.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct MistakeNote {
  std::string explanation = "";  // what comes out, and why
  std::string repair = "";       // the idea that repairs it
};

struct Notes {
  std::map<std::string, std::string> parts = {};     // by the part's name
  std::vector<std::string> hints = {};               // level 1 first
  std::vector<std::string> hint_parts = {};          // of each the part that it is about; "": of all
  std::map<std::string, MistakeNote> mistakes = {};  // by the mistake's id
};

/// Reads "## part NAME", "## hint N", "## mistake ID" and "### repair". Other headings are passed over.
Notes parse_notes(std::string_view markdown);

}  // namespace heed
