#include "tools/commands/commands.hpp"

namespace heed {

const std::vector<Command>& all_commands() {
#define HEED_COMMAND(name, add, targets, trains) {name, add, trains},
  static const std::vector<Command> all{
#include "tools/commands/list.inc"
  };
#undef HEED_COMMAND
  return all;
}

}  // namespace heed
