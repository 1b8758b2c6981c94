// The report of saved models as a file.
#pragma once

#include <filesystem>

#include "tools/report/report_data.hpp"

namespace heed {

struct LeftOutSentence {
  std::string sentence;
  std::string why;    // as report_data() names it
  std::string model;  // which does not read it; may be empty
  std::string error;  // what it says of it; may be empty
};

/// A model that computes NaN or infinity, and the first point of a sentence that does.
struct BrokenModel {
  std::string model, point;
};

struct WrittenReport {
  std::size_t bytes = 0;  // none: no sentence that was given can be on it, so nothing was written
  std::vector<LeftOutSentence> left_out{};
  std::vector<BrokenModel> broken{};
};

/// Whole or not at all, and not if every sentence that is given is left out; "-" is standard output. Throws
/// as report_data() does.
WrittenReport write_report(const std::filesystem::path& page, const PageOptions& options);

/// Of a page that showed a training (LivePage): the report of the finished model takes its place. Returns a
/// line that says so.
std::string finish_page(const std::filesystem::path& page, const std::filesystem::path& model);

}  // namespace heed
