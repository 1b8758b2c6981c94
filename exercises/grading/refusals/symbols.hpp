// What nm says of an object file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::grading {

struct Symbol {
  char kind;
  std::string name;
  std::uint64_t size = 0;

  /// Whether it is needed from elsewhere, and not defined here.
  bool needed() const { return std::string_view("Uwv").find(kind) != std::string_view::npos; }
};

using Names = std::set<std::string, std::less<>>;

/// Of a file of lines of `nm --format=just-symbols`, without the versions: "memcpy" of "memcpy@@GLIBC_2.14".
Names listed_names(const std::filesystem::path& list);

/// The lines of nm: an address, or blanks in its place, with --print-size a size, the kind, the name.
std::vector<Symbol> symbols_in(const std::string& text);

}  // namespace heed::grading
