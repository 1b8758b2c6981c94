// Writing where writing may fail: what is in memory shall not be lost for it.
#pragma once

#include <functional>
#include <string>

namespace heed {

/// Writes that may fail without ending the work. A reason is said once, and again when it is another one; so
/// is the end of the trouble.
class PatientWriter {
 public:
  /// `say` shows a line to the person.
  explicit PatientWriter(std::function<void(const std::string&)> say) : say_(std::move(say)) {}
  void operator()(const std::function<void()>& write);

 private:
  std::function<void(const std::string&)> say_;
  std::string problem_;
};

}  // namespace heed
