#include "lib/data/sequence_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"

namespace heed {
namespace {

void check(const SequenceOptions& o) {
  if (o.symbols < 1) throw_error<UsageError>("{} symbols make no sequence: ask for at least 1", o.symbols);
  if (o.first_symbol < 0) throw_error<UsageError>("the first symbol is {}: ids count from 0", o.first_symbol);
  if (o.shortest < 1 || o.longest < o.shortest) {
    throw_error<UsageError>(
        "lengths from {} to {} are none: the shortest must be at least 1 and not above the longest",
        o.shortest, o.longest);
  }
}

}  // namespace

std::string_view task_name(SequenceTask task) {
  return task == SequenceTask::copy ? "copy" : task == SequenceTask::reverse ? "reverse" : "sort";
}

SequenceTask sequence_task(std::string_view name) {
  for (const auto task : {SequenceTask::copy, SequenceTask::reverse, SequenceTask::sort})
    if (name == task_name(task)) return task;
  throw_error<UsageError>("'{}' is no sequence task: choose copy, reverse or sort", name);
}

std::vector<std::int32_t> sequence_answer(SequenceTask task, const std::vector<std::int32_t>& source) {
  std::vector<std::int32_t> answer = source;
  if (task == SequenceTask::reverse) std::reverse(answer.begin(), answer.end());
  if (task == SequenceTask::sort) std::sort(answer.begin(), answer.end());
  return answer;
}

SequenceCorpus sequence_corpus(const SequenceOptions& o) {
  check(o);
  const std::size_t wanted = o.train + o.valid + o.test;
  // There is room left at each length: short lengths may run out (10 symbols make 100 sequences of length 2).
  std::vector<double> room;
  for (std::size_t length = o.shortest; length <= o.longest; ++length)
    room.push_back(std::pow(o.symbols, length));
  const double total = std::accumulate(room.begin(), room.end(), 0.0);
  if (total < static_cast<double>(wanted)) {
    throw_error<UsageError>(
        "{} symbols and lengths {} to {} make only {} sequences, {} are wanted: ask for fewer, or for more "
        "symbols",
        o.symbols, o.shortest, o.longest, static_cast<std::size_t>(total), wanted);
  }
  Draws draws(o.seed);
  std::set<std::vector<std::int32_t>> seen;
  std::vector<Example> all;
  all.reserve(wanted);
  while (all.size() < wanted) {
    const std::size_t at = draws.below(static_cast<std::uint32_t>(room.size()));
    if (room[at] < 1) continue;
    std::vector<std::int32_t> source(o.shortest + at);
    for (std::int32_t& symbol : source) {
      symbol = o.first_symbol + static_cast<std::int32_t>(draws.below(static_cast<std::uint32_t>(o.symbols)));
    }
    if (!seen.insert(source).second) continue;
    --room[at];
    std::vector<std::int32_t> target = sequence_answer(o.task, source);
    all.push_back({std::move(source), std::move(target)});
  }
  // Short lengths run out early: without this their sequences would all be in training.
  draws.shuffle(all);
  const auto valid = all.begin() + static_cast<std::ptrdiff_t>(o.train),
             test = valid + static_cast<std::ptrdiff_t>(o.valid);
  return {.train = {all.begin(), valid}, .valid = {valid, test}, .test = {test, all.end()}};
}

}  // namespace heed
