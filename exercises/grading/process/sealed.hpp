// How a learner's program gets its job and hands back what came out, so that nothing of the learner's can
// take part in it. Both go over descriptors that are inherited: the job over standard input, the results over
// a socket that can be written to and not read. The job is taken in and standard input emptied before the
// first constructor runs; its nonce, which each result must begin with, lies in a page that cannot be read
// meanwhile.
#pragma once

#include <string_view>

namespace heed::grading {

/// The job as encode() wrote it, without its nonce.
std::string_view received_job();

/// Hands back a frame (wire.hpp). Allocates nothing, so that a signal handler can call it. False if nobody
/// takes it.
bool send_result(std::string_view frame);

}  // namespace heed::grading
