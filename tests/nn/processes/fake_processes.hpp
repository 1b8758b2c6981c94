// Threads that play processes: messages go through queues in memory.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "lib/core/error.hpp"
#include "nn/processes/communicator.hpp"

namespace heed::testing {

class FakeProcesses {
 public:
  /// Calls `body` once for each of `size` processes, all at the same time. One that throws is a process that
  /// fails: the others are told as soon as they wait. The first exception is thrown again here.
  static void run(int size, const std::function<void(Communicator&)>& body) {
    FakeProcesses all;
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back([&all, &body, rank, size] {
        Member member(all, rank, size);
        try {
          body(member);
        } catch (...) {
          const std::lock_guard guard(all.lock_);
          if (!all.failure_) all.failure_ = std::current_exception();
          all.news_.notify_all();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    if (all.failure_) std::rethrow_exception(all.failure_);
    for (const auto& [key, queue] : all.queues_) {
      if (!queue.empty()) throw_error<Error>("a message to process {} was never received", key.second);
    }
  }

 private:
  class Member : public Communicator {
   public:
    Member(FakeProcesses& all, int rank, int size) : all_(all), rank_(rank), size_(size) {}
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void send(int to, const Array& array) override {
      std::unique_lock guard(all_.lock_);
      auto& queue = all_.queues_[{rank_, to}];
      // A copy: the handles of one thread are not looked at by another.
      queue.push_back(Array({array.size()}, array.values()));
      all_.news_.notify_all();
      // It waits until the message is taken, as MPI does with large ones: what would hang there hangs here.
      all_.news_.wait(guard, [&] { return queue.empty() || all_.failure_; });
      if (!queue.empty()) throw_error<ProcessesError>("a process has failed");
    }
    Array receive(int from) override {
      std::unique_lock guard(all_.lock_);
      auto& queue = all_.queues_[{from, rank_}];
      all_.news_.wait(guard, [&] { return !queue.empty() || all_.failure_; });
      if (queue.empty()) throw_error<ProcessesError>("a process has failed");
      Array array = std::move(queue.front());
      queue.pop_front();
      all_.news_.notify_all();
      return array;
    }

   private:
    FakeProcesses& all_;
    int rank_, size_;
  };

  std::mutex lock_;
  std::condition_variable news_;
  std::map<std::pair<int, int>, std::deque<Array>> queues_;  // by who sends and who receives
  std::exception_ptr failure_;
};

}  // namespace heed::testing
