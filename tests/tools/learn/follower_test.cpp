// No save is lost: whatever happens to the file, the last verdict belongs to what it holds.
#include "tools/learn/follower.hpp"

#include <chrono>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

using namespace heed;
using namespace std::chrono_literals;

namespace {

struct Following {
  Following() : learner(small.places()) {
    learner.prepare(exercise);
    follower.emplace(learner, exercise, GradeOptions());
  }

  std::filesystem::path file() const { return learner.answers().path(exercise); }

  /// As many editors save: another file, then a rename.
  void save_by_rename(const std::string& content) const {
    spill(file().string() + "~", content);
    std::filesystem::rename(file().string() + "~", file());
  }

  void run_for(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      auto ready = follower->descriptors();
      ::poll(ready.data(), ready.size(), 5);
      follower->advance();
    }
  }

  /// Until the verdict belongs to that content; false after ten seconds.
  bool settles_on(const std::string& content) {
    for (int i = 0; i < 2000; ++i) {
      if (follower->verdict() && follower->content() == content) return fits();
      run_for(5ms);
    }
    return false;
  }

  /// Returns true if what the grader read is what the follower says.
  bool fits() const {
    const std::string& content = follower->content();
    return follower->verdict()->printed == content.substr(0, content.find('\n'));
  }

  SmallCourse small;
  Learner learner;
  CourseExercise exercise = learner.course().find("one");
  std::optional<Follower> follower;
};

}  // namespace

TEST_CASE("a save is noticed however it is done") {
  Following following;
  CHECK(following.settles_on(slurp(following.file())));
  spill(following.file(), "// written\n");
  CHECK(following.settles_on("// written\n"));
  following.save_by_rename("// renamed\n");
  CHECK(following.settles_on("// renamed\n"));
  std::filesystem::remove(following.file());
  following.run_for(300ms);
  CHECK(following.follower->gone());
  CHECK_FALSE(following.follower->verdict());
  spill(following.file(), "// back\n");
  CHECK(following.settles_on("// back\n"));
  CHECK_FALSE(following.follower->gone());
}

TEST_CASE("of fifty saves in quick succession the last one's verdict is shown, and no other in its place") {
  Following following;
  for (int i = 0; i < 50; ++i) {
    const std::string content = fmt::format("// save {}\n//sleep 0.02\n", i);
    if (i % 2 == 0)
      spill(following.file(), content);
    else
      following.save_by_rename(content);
    for (int j = 0; j < i % 10; ++j) {
      following.run_for(4ms);
      const auto& verdict = following.follower->verdict();
      if (verdict && verdict->trouble.empty()) CHECK(following.fits());
    }
  }
  CHECK(following.settles_on("// save 49\n//sleep 0.02\n"));
  following.run_for(300ms);
  CHECK(following.settles_on("// save 49\n//sleep 0.02\n"));
}

TEST_CASE("a grader that gives no verdict is trouble, not the learner's fault") {
  Following following;
  spill(following.file(), "//say the toolchain is gone\n");
  following.run_for(300ms);
  for (int i = 0; i < 1000 && !following.follower->verdict(); ++i) following.run_for(5ms);
  REQUIRE(following.follower->verdict());
  CHECK_THAT(following.follower->verdict()->trouble, Catch::Contains("the toolchain is gone"));
  CHECK_FALSE(following.follower->verdict()->passed());
}
