// A language of messages for the length of a block.
#pragma once

#include <utility>

#include "tools/language/language.hpp"

class Speaking {
 public:
  explicit Speaking(heed::Language language) : before_(std::exchange(heed::spoken_language(), language)) {}
  ~Speaking() { heed::spoken_language() = before_; }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;

 private:
  heed::Language before_;
};
