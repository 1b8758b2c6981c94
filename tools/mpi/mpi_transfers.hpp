// Moves arrays by MPI, on the one thread that may call MPI.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <vector>

#include "lib/array/array.hpp"

namespace heed {

/// Names what processes tell each other beside arrays.
struct Signal {
  enum class Kind : std::int32_t { alive, lost, failed, leaving } kind = Kind::alive;
  std::int32_t about = 0;  // the process that was lost or has failed
  char text[2000] = "";    // how it was lost, or its error
};

/// All functions return at once, and throw ProcessesError when MPI reports an error.
class MpiTransfers {
 public:
  MpiTransfers();
  /// In good order, with all processes, once nothing is under way; one that fails leaves without.
  static void finish();

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Throws Error for what this MPI library cannot send. Of all functions the one that any thread may call.
  void check_can_send(int tag, const Array& array) const;
  void send(int to, int tag, Array array);
  void tell_all(const Signal& signal);

  struct News {
    struct Arrived {
      int from, tag;
      Array array;
    };
    std::vector<Arrived> arrived{};
    std::vector<std::pair<int, Signal>> signals{};  // and who sent each
    std::vector<Array> sent{};                      // may be let go
    bool none() const { return arrived.empty() && signals.empty() && sent.empty(); }
  };
  /// Returns what has come and gone since the last call. Arrays of the same sender and tag come in the order
  /// in which they were sent.
  News look();

  bool arrays_moving() const { return !leaving_.empty() || !arriving_.empty(); }
  bool anything_moving() const { return arrays_moving() || !signals_.empty(); }
  std::size_t signals_leaving() const { return signals_.size(); }

 private:
  struct Leaving {
    Array array;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Arriving {
    News::Arrived what;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Told {
    Signal signal;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  bool take_one(News& news);
  void take_arrived(News& news);

  int rank_ = 0, size_ = 1, largest_tag_ = 32'766;  // of any MPI, less one for signals
  std::list<Leaving> leaving_;
  std::list<Arriving> arriving_;
  std::list<Told> signals_;
};

}  // namespace heed
