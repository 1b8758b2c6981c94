// Entries of the grammar's lexicon, for sentences that are built by hand.
#pragma once

#include <string_view>

#include "lib/data/toy_sentence.hpp"
#include "tests/catch.hpp"

template <typename Entries>
const auto* entry(const Entries& entries, std::string_view english) {
  for (const auto& e : entries) {
    if (e.english == english) return &e;
  }
  FAIL("no entry " << english);
  return &entries[0];
}

inline void says(const heed::toy::Sentence& sentence, const char* korean, const char* english) {
  CHECK(written(in_korean(sentence)) == korean);
  CHECK(written(in_english(sentence)) == english);
}
