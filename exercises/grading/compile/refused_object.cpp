#include "exercises/grading/compile/refused_object.hpp"

#include <algorithm>
#include <sstream>

#include "exercises/grading/compile/compiler_messages.hpp"
#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// All that nm says of the object file: what is not seen is not refused.
std::string symbols_of(const Toolchain& toolchain, const fs::path& object,
                       const std::vector<std::string>& options) {
  constexpr std::size_t longest = std::size_t{64} << 20;
  std::vector<std::string> nm{toolchain.nm};
  append(nm, options);
  nm.push_back(object.string());
  ProcessResult listed = run_tool(std::move(nm), longest);
  if (listed.status != 0) throw_error("nm failed: {}", listed.err.substr(0, 300));
  if (listed.out.size() >= longest)
    throw_error("the names in this answer are longer than {} MB together: shorten them", longest >> 20);
  return std::move(listed.out);
}

}  // namespace

std::vector<Refusal> refused_in(const fs::path& object, const Toolchain& toolchain, const Entry& entry) {
  return refused_symbols(symbols_of(toolchain, object, {"--demangle"}),
                         described(entry.reference).forbidden());
}

std::vector<std::string> others_of_these_names(const fs::path& object, const Toolchain& toolchain,
                                               const std::vector<std::string>& missing) {
  std::vector<std::string> found;
  std::istringstream lines(symbols_of(toolchain, object, {"--demangle", "--defined-only"}));
  for (std::string line; std::getline(lines, line);) {  // 0000000000000000 T softmax(Tensor&)
    const std::size_t at = line.find_first_of("Tt", line.find(' ')) + 2;
    const std::string name = at < line.size() ? plain_names(line.substr(at)) : "";
    const bool wanted = std::ranges::any_of(missing, [&](const std::string& one) {
      const std::string start = one.substr(0, one.find('(') + 1);
      return name.starts_with(start) || name.find("::" + start) != std::string::npos;  // in a namespace
    });
    if (wanted && name.find('[') == std::string::npos) found.push_back(name);  // no clones
  }
  return found;
}

}  // namespace heed::grading
