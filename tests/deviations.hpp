// The largest deviation from PyTorch of each module, for docs/numerics.md. tests/print_deviations makes the
// table.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>

/// Collects while the tests run, and prints at the end if HEED_DEVIATIONS is set.
class Deviations {
 public:
  static Deviations& all() {
    static Deviations instance;
    return instance;
  }
  /// kind: "output" or "gradient".
  void note(const std::string& module, const char* kind, double value) {
    double& largest = largest_[{module, kind}];
    largest = std::max(largest, value);
  }
  ~Deviations() {
    if (std::getenv("HEED_DEVIATIONS") == nullptr) return;
    for (const auto& [key, value] : largest_)
      std::cout << "deviation\t" << key.first << '\t' << key.second << '\t' << value << '\n';
  }

 private:
  std::map<std::pair<std::string, std::string>, double> largest_;
};
