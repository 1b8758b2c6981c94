#include "lib/process/this_program.hpp"

#include <unistd.h>

#include <cerrno>

#include "lib/core/error.hpp"
#if defined(__APPLE__)
#include <mach-o/dyld.h>

#include <array>
#include <cstdint>
#endif

namespace heed {

std::filesystem::path this_program() {
#if defined(__APPLE__)
  std::array<char, 4096> name{};
  auto size = static_cast<std::uint32_t>(name.size());
  if (::_NSGetExecutablePath(name.data(), &size) == 0) return std::filesystem::canonical(name.data());
#endif
  return std::filesystem::read_symlink("/proc/self/exe");
}

void replace_by(std::vector<std::string> arguments, const std::string& advice) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execvp(argv.front(), argv.data());
  throw_error<Error>("{}: cannot be started: {}; {}", arguments.front(), system_message(errno), advice);
}

}  // namespace heed
