#include "lib/data/sequence_tasks.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"

namespace heed {
namespace {

// Number of different sequences of one length, or `enough` if there are more.
std::size_t sequences_of(std::size_t length, std::size_t symbols, std::size_t enough) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < length && count < enough; ++i)
    count = count > enough / symbols ? enough : count * symbols;
  return count;
}

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
  // Room left at each length: short lengths may run out (10 symbols make 100 sequences of length 2).
  std::vector<std::size_t> lengths, room;
  std::size_t total = 0;
  for (std::size_t length = o.shortest; length <= o.longest; ++length) {
    lengths.push_back(length);
    room.push_back(sequences_of(length, static_cast<std::size_t>(o.symbols), wanted + 1));
    total = std::min(total + room.back(), wanted + 1);
  }
  if (total < wanted) {
    throw_error<UsageError>(
        "{} symbols and lengths {} to {} make only {} sequences, {} are wanted: ask for fewer, or for more "
        "symbols",
        o.symbols, o.shortest, o.longest, total, wanted);
  }
  Draws draws(o.seed);
  std::set<std::vector<std::int32_t>> seen;
  std::vector<Example> all;
  all.reserve(wanted);
  while (all.size() < wanted) {
    const std::size_t at = draws.below(static_cast<std::uint32_t>(lengths.size()));
    if (room[at] == 0) continue;
    std::vector<std::int32_t> source(lengths[at]);
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
