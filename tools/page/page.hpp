// The page of heed report, and of a training that goes on: one file that needs nothing beside it.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace heed {

/// HTML with its style, its program and the data inside. It asks for nothing: its content security policy
/// forbids every request. What stands in the data cannot end the script element that holds it.
std::string report_page(const nlohmann::json& data);

/// A page that shows trainings while they go on. The file is replaced whole each time, so a browser never
/// sees half of it; the page reads itself again every few seconds. It knows when it was written, so that it
/// can say for how long there has been no news of a training that was killed.
class LivePage {
 public:
  /// Throws Error if the page cannot be written: better before a training than in it.
  explicit LivePage(std::filesystem::path page);

  enum class Now { when_due, yes, ended };
  /// Returns true if it is time: when_due every two seconds.
  bool due(Now when) const;
  /// A run by its name: a new one, or more of one that is there; `history`: history_json(). What cannot be
  /// written later is said once, and ends nothing.
  void show(const std::string& name, const nlohmann::json& history, Now when);
  /// A training ended by an error: the page says so, and reads itself no more.
  void failed(const std::string& error);

  /// Returns its place: when the training has ended, the report of its model takes its place.
  const std::filesystem::path& path() const { return page_; }

 private:
  void write(Now when);
  void try_to_write(Now when);

  std::filesystem::path page_;
  std::vector<std::pair<std::string, std::string>> runs_;  // their histories as JSON
  std::chrono::steady_clock::time_point written_{};
  std::string error_;         // that ended the training
  double longest_pause_ = 0;  // between two writings, in seconds
  bool complained_ = false;
};

}  // namespace heed
