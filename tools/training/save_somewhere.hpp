// Writing where writing may fail: what is in memory shall not be lost for it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace heed {

/// Writes that may fail without ending the work. A reason is said once, and again when it is another one; so
/// is the end of the trouble.
class PatientWriter {
 public:
  /// `say` shows a line to the person.
  explicit PatientWriter(std::function<void(const std::string&)> say) : say_(std::move(say)) {}
  /// Whether `write` succeeded.
  bool operator()(const std::function<void()>& write);

 private:
  std::function<void(const std::string&)> say_;
  std::string problem_;
};

/// Saves to `wanted`. If that fails, says why on standard error and, on a terminal, asks for other places
/// until one works; elsewhere, or when the answer is empty, takes a file of its own in the folder for
/// temporary files
/// ($TMPDIR, else /tmp). Returns where it is. Throws Error if nothing worked.
std::filesystem::path save_somewhere(const std::filesystem::path& wanted,
                                     const std::function<void(const std::filesystem::path&)>& save);

}  // namespace heed
