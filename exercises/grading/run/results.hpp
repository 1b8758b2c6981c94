// How a learner's program gets its job and hands back what came out: the job over standard input, the results
// over a pipe that is inherited, so that nothing that is printed is taken for one.
#pragma once

#include <string>
#include <string_view>

namespace heed::grading {

/// Takes the job from standard input, as encode() wrote it.
std::string receive_job();

/// Hands back a frame (wire.hpp). Allocates nothing, so that a signal handler can call it. False if nobody
/// takes it.
bool send_result(std::string_view frame);

}  // namespace heed::grading
