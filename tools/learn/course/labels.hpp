// The names of cases and of results in Korean.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "exercises/grading/verdict.hpp"

namespace heed {

/// exercises/labels.ko.json: {"# queries, # keys": "쿼리 #개, 키 #개"}. A # stands for a number, in the order
/// in which they come.
class Labels {
 public:
  /// Nothing has a Korean name where there is no such file. Throws FormatError when it is no such table.
  explicit Labels(const std::filesystem::path& file);

  /// In Korean; what the table does not have stays as it is.
  std::string korean(const std::string& label) const;
  Verdict korean(Verdict verdict) const;

 private:
  std::map<std::string, std::string> table_;
};

}  // namespace heed
