#include "lib/process/replace.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed {

void replace_by(std::vector<std::string> arguments, const std::string& advice) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execvp(argv.front(), argv.data());
  throw_error<Error>("{}: cannot be started: {}; {}", arguments.front(),
                     std::system_category().message(errno), advice);
}

}  // namespace heed
