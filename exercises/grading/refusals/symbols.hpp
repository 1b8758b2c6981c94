// What nm says of an object file.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::grading {

struct Symbol {
  char kind;
  std::string name;

  /// Whether it is needed from elsewhere, and not defined here.
  bool needed() const { return std::string_view("Uwv").find(kind) != std::string_view::npos; }
};

using Names = std::set<std::string, std::less<>>;

/// The lines of nm: an address, or blanks in its place, the kind, the name.
std::vector<Symbol> symbols_in(const std::string& text);

}  // namespace heed::grading
