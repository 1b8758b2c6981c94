// The report of saved models as a file.
#pragma once

#include <filesystem>

#include "tools/report/report_data.hpp"

namespace heed {

/// What draws curves and large maps.
enum class DrawnBy { available, vega_lite, heed };

struct WrittenReport {
  std::size_t bytes = 0;
  DrawnBy drawn_by = DrawnBy::heed;     // what did
  std::vector<std::string> left_out{};  // sentences that had no room
};

/// Whole or not at all. Throws Error if Vega-Lite is asked for and not there, and as report_data() does.
WrittenReport write_report(const std::filesystem::path& page, PageOptions options,
                           DrawnBy drawn_by = DrawnBy::available);

}  // namespace heed
