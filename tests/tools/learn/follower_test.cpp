// No save is lost: whatever happens to the file, the last outcome belongs to what it holds.
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tools/learn/learner/follower.hpp"

using namespace heed;
using namespace std::chrono_literals;

namespace {

/// As many editors save: another file, then a rename.
void save_by_rename(const std::filesystem::path& file, const std::string& content) {
  const std::filesystem::path other = file.string() + "~";
  spill(other, content);
  std::filesystem::rename(other, file);
}

struct Following {
  Following() : learner(small.places(), {}) {
    learner.prepare(exercise);
    follower.emplace(
        learner.answers().path(exercise),
        [this](const std::string& content) {
          ++started;
          return learner.start_check(exercise, content, {});
        },
        Learner::finish_check);
  }

  std::filesystem::path file() const { return learner.answers().path(exercise); }

  void run_for(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      auto ready = follower->descriptors();
      ::poll(ready.data(), ready.size(), std::min(follower->timeout(), 5));
      follower->advance();
    }
  }

  /// Until the outcome belongs to that content; false after ten seconds.
  bool settles_on(const std::string& content) {
    for (int i = 0; i < 2000; ++i) {
      if (follower->outcome() && follower->content() == content) {
        // what the grader read is what the follower says
        return follower->outcome()->verdict.printed == content.substr(0, content.find('\n'));
      }
      run_for(5ms);
    }
    return false;
  }

  SmallCourse small;
  Learner learner;
  CourseExercise exercise = learner.course().find("one");
  int started = 0;
  std::optional<Follower> follower;
};

}  // namespace

TEST_CASE("a save is noticed however it is done") {
  Following following;
  CHECK(following.settles_on(slurp(following.file())));
  spill(following.file(), "// written\n");
  CHECK(following.settles_on("// written\n"));
  save_by_rename(following.file(), "// renamed\n");
  CHECK(following.settles_on("// renamed\n"));
  std::filesystem::remove(following.file());
  following.run_for(300ms);
  CHECK(following.follower->gone());
  CHECK_FALSE(following.follower->outcome());
  spill(following.file(), "// back\n");
  CHECK(following.settles_on("// back\n"));
  CHECK_FALSE(following.follower->gone());
}

TEST_CASE(
    "fifty saves in quick succession: the last one's verdict is shown, and no check is run for nothing") {
  Following following;
  for (int i = 0; i < 50; ++i) {
    const std::string content = fmt::format("// save {}\n//sleep 0.05\n", i);
    if (i % 2 == 0) {
      spill(following.file(), content);
    } else {
      save_by_rename(following.file(), content);
    }
    following.run_for(std::chrono::milliseconds(i % 10));
  }
  CHECK(following.settles_on("// save 49\n//sleep 0.05\n"));
  CHECK(following.started <= 30);
  // and it stays so
  const int started = following.started;
  following.run_for(300ms);
  CHECK(following.started == started);
  CHECK(following.follower->content() == "// save 49\n//sleep 0.05\n");
}

TEST_CASE("a save during a check ends that check at once") {
  Following following;
  spill(following.file(), "// first\n//sleep 30\n");
  following.run_for(200ms);
  CHECK(following.follower->checking());
  const auto saved = std::chrono::steady_clock::now();
  spill(following.file(), "// second\n");
  CHECK(following.settles_on("// second\n"));
  CHECK(std::chrono::steady_clock::now() - saved < 25s);
}

TEST_CASE("a check is never shown for content that was replaced while it ran") {
  Following following;
  for (int i = 0; i < 20; ++i) {
    const std::string content = fmt::format("// round {}\n//sleep 0.02\n", i);
    save_by_rename(following.file(), content);
    for (int j = 0; j < 15; ++j) {
      following.run_for(4ms);
      const auto& outcome = following.follower->outcome();
      if (!outcome || outcome->verdict.parts.empty() || !outcome->trouble.empty()) continue;
      const std::string& checked = following.follower->content();
      CHECK(outcome->verdict.printed == checked.substr(0, checked.find('\n')));
    }
  }
  CHECK(following.settles_on("// round 19\n//sleep 0.02\n"));
}

TEST_CASE("a grader that cannot be run or gives no verdict is trouble, not the learner's fault") {
  Following following;
  spill(following.file(), "//say the toolchain is gone\n");
  for (int i = 0; i < 1000 && !following.follower->outcome(); ++i) following.run_for(5ms);
  following.run_for(300ms);
  REQUIRE(following.follower->outcome());
  CHECK_THAT(following.follower->outcome()->trouble, Catch::Contains("the toolchain is gone"));
  CHECK_FALSE(following.follower->outcome()->passed());

  const Grader missing("/nowhere/course_grader");
  CHECK_THAT(error_text<Error>([&] { missing.stub("one", Language::english); }),
             Catch::Contains("/nowhere/course_grader") && Catch::Contains("cannot be started"));
}
