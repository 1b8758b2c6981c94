#include "lib/array/parallel.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

struct Job {
  Job(std::int64_t count, void (*function)(void*, std::int64_t), void* argument)
      : call(function), body(argument), chunks(count) {}

  void (*call)(void*, std::int64_t);
  void* body;
  std::int64_t chunks;
  std::atomic<std::int64_t> next{0};
  std::mutex failure_lock;
  std::exception_ptr failure;

  void run() {
    for (std::int64_t chunk = next++; chunk < chunks; chunk = next++) {
      try {
        call(body, chunk);
      } catch (...) {
        const std::lock_guard guard(failure_lock);
        if (!failure) failure = std::current_exception();
      }
    }
  }
};

thread_local bool inside_a_job = false;

void pause_briefly(int& spins) {
  // On a busy machine a spinning thread steals the time of the one it waits for: soon give way.
  if (++spins < 2'000) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  } else {
    std::this_thread::yield();
  }
}

/// The caller takes chunks too and never waits for a worker that has not started: a sleeping or preempted
/// worker costs nothing but its help.
class Team {
 public:
  explicit Team(int size) {
    workers_.reserve(static_cast<std::size_t>(size));
    try {
      for (int i = 1; i < size; ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // no more threads are to be had: no result depends on their number, so go on with those there are
    }
  }
  ~Team() {
    stopping_ = true;
    announce();
    for (std::thread& worker : workers_) worker.join();
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  void run(Job& job) {
    job_ = &job;
    announce();
    inside_a_job = true;
    job.run();
    inside_a_job = false;
    job_ = nullptr;  // who has not entered by now finds nothing; who has is waited for
    for (int spins = 0; active_ != 0;) pause_briefly(spins);
  }

 private:
  void announce() {
    ++round_;
    round_.notify_all();
  }

  void work() {
    inside_a_job = true;
    std::uint32_t seen = 0;
    while (!stopping_) {
      for (int spins = 0; round_ == seen && spins < 3'000;) pause_briefly(spins);
      round_.wait(seen);
      seen = round_;
      ++active_;
      if (Job* job = job_) job->run();
      --active_;
    }
  }

  std::vector<std::thread> workers_;
  std::atomic<Job*> job_{nullptr};
  std::atomic<std::uint32_t> round_{0};
  std::atomic<int> active_{0};
  std::atomic<bool> stopping_{false};
};

/// Processors that the control group of this process may keep busy (a container's quota), or `otherwise`.
int quota(int otherwise) {
  std::ifstream file(
      "/sys/fs/cgroup/cpu.max");  // "150000 100000": microseconds of each period; or "max 100000"
  double used = 0, period = 0;
  return file >> used >> period && period > 0 ? static_cast<int>(std::ceil(used / period)) : otherwise;
}

/// Processors that this process may use.
int processors() {
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

int default_threads() {
  if (const char* text = std::getenv("HEED_THREADS")) {
    const char* end = text + std::strlen(text);
    int count = 0;
    const auto [last, problem] = std::from_chars(text, end, count);
    if (problem != std::errc() || last != end || count < 1 || count > 1024)
      throw_error<UsageError>(tr_noop("HEED_THREADS is '{}': give a number of threads from 1 to 1024"), text);
    return count;
  }
  const int count = processors();
  return std::clamp(std::min(count, quota(count)), 1, 16);
}

std::mutex team_lock;  // held while the team works, and while it is replaced

std::atomic<int>& team_size() {
  static std::atomic<int> size = default_threads();
  return size;
}

std::unique_ptr<Team>& team() {
  static std::unique_ptr<Team> the_team = std::make_unique<Team>(team_size());
  return the_team;
}

}  // namespace

int threads() { return team_size(); }

void set_threads(int count) {
  if (count < 1) throw_error<UsageError>("[set_threads] {} threads: give at least 1", count);
  if (inside_a_job)
    throw_error<UsageError>("[set_threads] called from inside a parallel loop, whose team is at work");
  const std::lock_guard guard(team_lock);
  if (team()->size() != count) team() = std::make_unique<Team>(count);
  team_size() = count;
}

void detail::run_chunks(std::int64_t chunks, void (*call)(void*, std::int64_t), void* body) {
  Job job(chunks, call, body);
  // A second caller at the same time, or a caller inside a job, does its own work alone.
  if (inside_a_job || threads() == 1) {
    job.run();
  } else if (std::unique_lock lock(team_lock, std::try_to_lock); lock.owns_lock()) {
    team()->run(job);
  } else {
    job.run();
  }
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace heed
