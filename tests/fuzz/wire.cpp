// Fuzzes what a learner's program leaves behind for the grader, and the job that it reads.
#include "exercises/grading/run/wire.hpp"

#include "tests/fuzz/fuzz.hpp"

using namespace heed::grading;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = text_of(data, size);
  const Log log = decode_log(bytes);
  std::string again;
  for (const CaseOutcome& outcome : log.cases) again += case_frame(outcome);
  for (const CaseOutcome& outcome : log.cases) {
    for (const Output& output : outcome.outputs) {
      double size_of = 1;
      for (const int length : output.value.shape()) size_of *= length;
      require(size_of == static_cast<double>(output.value.values().size()));
    }
  }
  require(decode_log(again).cases.size() == log.cases.size());
  accepted([&] {
    const std::string job = encode(decode_job(bytes));
    require(bytes == job);
  });
  return 0;
}
