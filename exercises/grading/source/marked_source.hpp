// The one marked source of an exercise, from which its stub, its solution and its known-wrong implementations
// are made. Marks are lines that begin, after blanks, with //~ ; docs/exercises.md lists them. Text outside
// of marks belongs to all of them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

struct SourceLine {
  std::string text;
  int number;
  std::string file{};  // empty: the marked source
};

class MarkedSource {
 public:
  /// Throws Error "FILE:LINE: …" where a mark is malformed or out of place, where a group has two blocks of a
  /// kind, and if there is no stub or no solution. `file` appears in errors only.
  MarkedSource(const std::string& text, std::string file);
  static MarkedSource read(const std::filesystem::path& path);

  /// In the order of their first blocks.
  const std::vector<Mistake>& mistakes() const { return mistakes_; }

  std::string stub() const { return variant("stub"); }
  std::string solution() const { return variant("solution"); }
  /// The block `id` in the groups that have one, the solution elsewhere. Throws Error if no group has it.
  std::string wrong(const std::string& id) const;

  /// Returns the lines of "solution" or "wrong ID", with their numbers in the marked source.
  std::vector<SourceLine> lines(const std::string& kind) const;

 private:
  struct Block {
    std::vector<std::string> kinds;  // none for common text; "stub", "solution", each "wrong ID"
    int group;                       // blocks between the same two stretches of common text
    std::vector<SourceLine> lines{};
    bool substituted = false;

    bool is(const std::string& kind) const;
  };

  [[noreturn]] void fail(int line, const std::string& what) const;
  void add_rewrite(const std::string& mistake, int line);
  void read_rewrites();
  void add_mark(const std::string& words, int line);
  void substitute(const std::vector<std::string>& kinds, const std::string& base, const std::string& change,
                  int line);
  std::vector<std::string> kinds_of(const std::string& words, int line);
  void note_mistake(const Mistake& mistake, int line);
  bool group_has(int group, const std::string& kind) const;
  std::string variant(const std::string& kind) const;

  std::string file_;
  std::vector<Block> blocks_;
  std::vector<Mistake> mistakes_;
  std::map<std::string, std::vector<SourceLine>>
      rewrites_;  // by "wrong ID": the solution with those functions
};

}  // namespace heed::grading
