// The numbers of a table as a picture in the terminal, where they are a series.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/claim.hpp"

namespace heed {

/// Of a table whose rows or columns are numbers that grow: curves with both axes in logarithms, where values
/// are ten times as large as others; else a bar from 0 for each number, and where all of a unit lie far above
/// 0 and close together, the number in its interval, from the least to the most of them. Nothing of any other
/// table.
std::string series_picture(const LabTable& table, std::size_t width, Language language);

/// Of all tables, each under the title of its own.
std::string series_pictures(const std::vector<LabTable>& tables, std::size_t width, Language language);

}  // namespace heed
