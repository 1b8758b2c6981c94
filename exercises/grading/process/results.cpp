#include "exercises/grading/process/results.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

std::array<char, sizeof(std::uint64_t)> nonce{};

std::size_t take(char* to, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(STDIN_FILENO, to + done, size - done);
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace

std::string receive_job() {
  take(nonce.data(), nonce.size());
  std::string job;
  std::array<char, 65536> block{};
  while (const std::size_t count = take(block.data(), block.size())) job.append(block.data(), count);
  return job;
}

bool send_result(std::string_view frame) {
  sigset_t every, before;
  ::sigfillset(&every);  // a handler that hands something back waits for its turn
  ::sigprocmask(SIG_SETMASK, &every, &before);
  const std::size_t all = nonce.size() + frame.size();
  bool taken = true;
  for (std::size_t done = 0; done < all && taken;) {
    const std::size_t of_nonce = done < nonce.size() ? nonce.size() - done : 0;
    const std::size_t of_frame = done < nonce.size() ? 0 : done - nonce.size();
    const std::array<iovec, 2> parts{{{nonce.data() + (nonce.size() - of_nonce), of_nonce},
                                      {const_cast<char*>(frame.data()) + of_frame, frame.size() - of_frame}}};
    const ssize_t count = ::writev(report_descriptor, parts.data(), 2);
    taken = count > 0 || (count < 0 && errno == EINTR);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return taken;
}

}  // namespace heed::grading
