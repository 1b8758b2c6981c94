#include "tools/commands/commands.hpp"
namespace heed { void add_compare_heads(CLI::App&, Action&) {} void add_score(CLI::App&, Action&) {} }
