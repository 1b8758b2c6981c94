#include "tools/line/standard_input.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heed {

bool input_is_typed() { return isatty(STDIN_FILENO) == 1; }

bool input_is_waiting() {
  struct stat input {};
  if (isatty(STDIN_FILENO) == 1 || ::fstat(STDIN_FILENO, &input) != 0) return false;
  if (S_ISREG(input.st_mode)) return ::lseek(STDIN_FILENO, 0, SEEK_CUR) < input.st_size;
  pollfd waiting{STDIN_FILENO, POLLIN, 0};
  int bytes = 0;
  return ::poll(&waiting, 1, 0) == 1 && ::ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}

}  // namespace heed
