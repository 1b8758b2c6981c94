#include "lib/core/read_number.hpp"

#if !defined(__cpp_lib_to_chars) || defined(HEED_POSIX_ONLY)
#include <cerrno>
#include <cstdlib>
#include <string>

namespace heed {

template <>
bool read_number(std::string_view text, double& number) {
  if (text.empty() || text.find_first_of("+ \t\n\v\f\r") == 0 || text.find_first_of("xX") != text.npos)
    return false;
  const std::string whole(text);
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(whole.c_str(), &end);
  if (errno == ERANGE || end != whole.c_str() + whole.size()) return false;
  number = value;
  return true;
}

}  // namespace heed
#endif
