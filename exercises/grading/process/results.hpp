// How a learner's program gets its job and hands back what came out: the job over standard input, the results
// over a socket that is inherited. Each result begins with a random number that came with the job, so that
// nothing else that is written there is taken for one.
#pragma once

#include <string>
#include <string_view>

namespace heed::grading {

/// Takes the number and the job from standard input; gives the job as encode() wrote it.
std::string receive_job();

/// Hands back a frame (wire.hpp). Allocates nothing, so that a signal handler can call it. False if nobody
/// takes it.
bool send_result(std::string_view frame);

}  // namespace heed::grading
