// The catalogue of translations po/ko.po, in gettext's format, which is built into the program.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace heed {

/// English texts and their translations.
using Catalogue = std::map<std::string, std::string, std::less<>>;

/// Adds the entries of a PO file, of plural forms the first. Throws FormatError that names the line where it
/// breaks the format.
void read_po(std::string_view po, Catalogue& catalogue);

const Catalogue& korean_catalogue();

}  // namespace heed
