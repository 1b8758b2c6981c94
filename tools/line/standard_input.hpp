// Who writes to standard input: a person, a program, or nobody.
#pragma once

namespace heed {

/// Whether standard input is a terminal.
bool input_is_typed();

/// Whether something waits on standard input, which is no terminal.
bool input_is_waiting();

}  // namespace heed
