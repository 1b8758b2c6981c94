#include "exercises/grading/process/sealed.hpp"

#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "lib/process/process.hpp"

namespace heed::grading {

namespace {

constexpr std::size_t page = 64 << 10;  // of any processor
constexpr std::size_t nonce_size = sizeof(std::uint64_t);

// Only system calls: neither the C library nor a sanitizer is ready when they are made.
#define HEED_RAW __attribute__((no_sanitize("address", "undefined", "thread")))

char* nonce = nullptr;
const char* job = nullptr;
std::size_t job_size = 0;

HEED_RAW char* memory(std::size_t size) {
  return reinterpret_cast<char*>(
      ::syscall(SYS_mmap, nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L));
}

HEED_RAW std::size_t read_at(char* to, std::size_t size, std::size_t from) {
  std::size_t done = 0;
  while (done < size) {
    const long count = ::syscall(SYS_pread64, STDIN_FILENO, to + done, size - done, from + done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

HEED_RAW void receive(int, char**, char**) {
  // The grader's memory is closed to who may not look into other processes, as root may.
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct nothing[2]{};
  ::syscall(SYS_capset, &header, nothing);
  const long size = ::syscall(SYS_lseek, STDIN_FILENO, 0L, SEEK_END);
  if (size < static_cast<long>(nonce_size)) return;
  nonce = memory(page);
  job_size = static_cast<std::size_t>(size) - nonce_size;
  char* const bytes = memory(job_size + 1);
  read_at(nonce, nonce_size, 0);
  job_size = read_at(bytes, job_size, nonce_size);
  job = bytes;
  ::syscall(SYS_mprotect, nonce, page, PROT_NONE);
  ::syscall(SYS_ftruncate, STDIN_FILENO, 0L);
}

// After the one of confine.cpp, which is linked first.
__attribute__((section(".preinit_array"), used)) void (*const receive_first)(int, char**, char**) = receive;

}  // namespace

std::string_view received_job() { return {job, job_size}; }

bool send_result(std::string_view frame) {
  if (nonce == nullptr) return false;
  sigset_t none, before;
  ::sigfillset(&none);  // no handler of the answer's runs while the number can be read
  ::sigprocmask(SIG_SETMASK, &none, &before);
  ::syscall(SYS_mprotect, nonce, page, PROT_READ);
  std::size_t done = 0;
  const std::size_t all = nonce_size + frame.size();
  bool taken = true;
  while (done < all && taken) {
    const std::size_t of_nonce = done < nonce_size ? nonce_size - done : 0;
    const std::size_t of_frame = done < nonce_size ? 0 : done - nonce_size;
    const iovec parts[2]{{nonce + (nonce_size - of_nonce), of_nonce},
                         {const_cast<char*>(frame.data()) + of_frame, frame.size() - of_frame}};
    const ssize_t count = ::writev(report_descriptor, parts, 2);
    taken = count > 0 || (count < 0 && errno == EINTR);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  ::syscall(SYS_mprotect, nonce, page, PROT_NONE);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return taken;
}

}  // namespace heed::grading
