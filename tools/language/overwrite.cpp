#include "tools/language/overwrite.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

bool no_file(const fs::path& path) { return path.empty() || path == "-"; }

/// Also where neither is there yet.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code missing;
  if (fs::equivalent(a, b, missing)) return true;
  const auto place = [&](const fs::path& file) { return fs::weakly_canonical(fs::absolute(file), missing); };
  return place(a) == place(b);
}

/// By their names: model.safetensors, training.json, NAME.training.json.
bool of_a_saved_model(const fs::path& file) {
  std::error_code missing;
  if (!fs::is_regular_file(file, missing)) return false;
  const std::string name = fs::weakly_canonical(file, missing).filename().string();
  return name == "model.safetensors" || name == "training.json" || name.ends_with(".training.json");
}

}  // namespace

void refuse_to_overwrite(const std::string& option, const fs::path& out,
                         const std::vector<fs::path>& others) {
  if (no_file(out)) return;
  for (const fs::path& other : others)
    if (!no_file(other) && same_file(out, other))
      throw_spoken<UsageError>("{} {} would overwrite {}: name another file",
                               "{} {}: {} 파일을 덮어쓰게 됨. 다른 파일 이름을 쓸 것", option,
                               printable(out.string()), printable(other.string()));
  if (of_a_saved_model(out))
    throw_spoken<UsageError>("{} {} would overwrite what belongs to a saved model: name another file",
                             "{} {}: 저장된 모델의 파일을 덮어쓰게 됨. 다른 파일 이름을 쓸 것", option,
                             printable(out.string()));
}

void require_writable_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw_spoken<Error>("cannot write {}: {}", "쓸 수 없습니다: {} ({})", file.string(),
                        std::system_category().message(errno));
}

}  // namespace heed
