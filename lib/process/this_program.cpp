#include "lib/process/this_program.hpp"

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

}  // namespace heed
