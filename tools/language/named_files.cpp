#include "tools/language/named_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <iterator>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

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
      throw_error<UsageError>(tr_noop("{} {} would overwrite {}: name another file"), option,
                              printable(out.string()), printable(other.string()));
  if (of_a_saved_model(out))
    throw_error<UsageError>(tr_noop("{} {} would overwrite what belongs to a saved model: name another file"),
                            option, printable(out.string()));
}

void require_writable_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw_error<Error>(tr_noop("cannot write {}: {}"), file.string(), system_message(errno));
}

void require_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  if (type == fs::file_type::not_found)
    throw_error<Error>(tr_noop("cannot read {}: No such file or directory; check its name"), path);
  if (type == fs::file_type::directory)
    throw_error<Error>(tr_noop("{} is a folder, not a file: name a file with one sentence a line"), path);
}

TextLines read_spoken_lines(const std::string& path, LineForm form) {
  if (path == "-") {
    const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
    return parse_text_lines(bytes, tr("standard input"), form);
  }
  require_file(path);
  return read_text_lines(path, form);
}

}  // namespace heed
