// The script ./heed, with commands of our own in place of the package manager and the build.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

namespace fs = std::filesystem;

struct Given {
  std::string missing{};   // packages that are not installed
  int apt = 0, ninja = 0;  // exit statuses
  bool root = true;
  int steps = 0;                   // of ninja
  std::string preset = "release";  // HEED_PRESET
};

/// A clone with nothing in it but the script, and a bin/ whose commands write down how they were called.
class FakeClone {
 public:
  FakeClone() {
    for (const char* folder : {"bin", "tmp", "tools/check", "tools/commands"})
      fs::create_directories(scratch_ / folder);
    for (const fs::path& folder : {scratch_.folder(), scratch_ / "tmp"})  // for the user that is not root
      fs::permissions(folder, fs::perms::all);
    for (const char* file :
         {"heed", "CMakeLists.txt", "CMakePresets.json", "tools/check/legs.sh", "tools/commands/list.inc"})
      fs::copy_file(fs::path(HEED_SOURCE_DIR) / file, scratch_ / file);
    put("examples/01_first_gradient.cpp", "");
    put("tmp/calls", "");
    fs::permissions(scratch_ / "tmp/calls", fs::perms(0666));
    command("dpkg-query",
            R"(for p in "${@:3}"; do [[ " $MISSING " == *" $p "* ]] || echo "$p installed"; done)");
    command("pkg-config", "exit 1");
    command("apt-get", R"(mkdir "$TMPDIR/apt" || echo "two at a time" >>"$CALLS"
sleep 0.05; rmdir "$TMPDIR/apt"; echo "apt-get $*" >>"$CALLS"; echo "E: no network"; exit "$APT")");
    command("cmake", R"(echo "cmake $*" >>"$CALLS"; mkdir -p build/release/tools; : >build/release/build.ninja
printf '#!/bin/bash\necho "program $*"\n' >build/release/tools/heed; chmod +x build/release/tools/heed)");
    command("ninja", R"([[ $STEPS == 0 ]] || for i in 1 2; do echo "[$i/$STEPS] Building"; done
echo "ninja ${*:3}" >>"$CALLS"; [[ $NINJA == 0 ]] || echo "x.cpp:1:1: error: expected ';'"; exit "$NINJA")");
  }

  ProgramEnd run(const std::vector<std::string>& arguments, const Given& given = {}) const {
    std::vector<std::string> words{fmt::format("PATH={}:{}", (scratch_ / "bin").string(), system_),
                                   "CALLS=" + (scratch_ / "tmp/calls").string(),
                                   "TMPDIR=" + (scratch_ / "tmp").string(),
                                   "MISSING=" + given.missing,
                                   fmt::format("APT={}", given.apt),
                                   fmt::format("NINJA={}", given.ninja),
                                   "HEED_PRESET=" + given.preset,
                                   fmt::format("STEPS={}", given.steps),
                                   "CI=false"};
    if (!given.root && geteuid() == 0)
      words.insert(words.end(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    words.insert(words.end(), {"bash", (scratch_ / "heed").string()});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return ::run({.arguments = words, .folder = scratch_.folder(), .program = "/usr/bin/env"});
  }
  /// Returns what was called since this was asked the last time.
  std::string calls() const {
    std::string text = slurp(scratch_ / "tmp/calls");
    put("tmp/calls", "");
    return text;
  }
  void put(const std::string& path, const std::string& text) const {
    fs::create_directories((scratch_ / path).parent_path());
    spill(scratch_ / path, text);
  }
  void put_program(const std::string& path, const std::string& body) const {
    put(path, "#!/bin/bash\n" + body + "\n");
    fs::permissions(scratch_ / path, fs::perms(0755));
  }
  void command(const std::string& name, const std::string& body) const { put_program("bin/" + name, body); }
  void remove_command(const std::string& name) const { fs::remove(scratch_ / ("bin/" + name)); }
  /// From now on this is another system, which has `manager` in the place of apt, and no cmake of its own.
  void move_to_system_of(const std::string& manager) {
    system_ = (scratch_ / "system").string();
    fs::create_directories(system_);
    for (const char* name : {"awk", "bash", "cut", "dirname", "env", "flock", "grep", "ls", "mkdir", "paste",
                             "readlink", "rm", "sed", "sort", "tail", "tee", "chmod"})
      fs::create_symlink(fs::path("/usr/bin") / name, fs::path(system_) / name);
    remove_command("dpkg-query");
    command(manager, "echo \"" + manager + " $*\" >>\"$CALLS\"");
  }

 private:
  Scratch scratch_;
  std::string system_ = "/usr/bin:/bin";
};

void check_fails(const ProgramEnd& end, const Words& says) {
  INFO(end.out << end.err);
  CHECK(end.status == 1);
  for (const std::string& part : says) CHECK_THAT(end.err, Catch::Contains(part));
}

std::string with_legs(const std::string& legs) {
  return slurp(fs::path(HEED_SOURCE_DIR) / "tools/check/legs.sh") + legs;
}

}  // namespace

TEST_CASE("the script builds what a command needs, and runs it with its words") {
  const FakeClone clone;
  struct Case {
    std::vector<std::string> words;
    std::string built, said;
  };
  for (const auto& [words, built, said] : std::vector<Case>{
           {{"translate", "나는 사과를", "--beam", "2"}, "heed", "translate 나는 사과를 --beam 2"},
           {{}, "heed", "help"},
           {{"run-module"}, "heed heed_f64", "run-module"},
           {{"learn"}, "heed course", "learn"},
           {{"learn", "-h"}, "heed", "learn -h"},
           {{"help", "learn"}, "heed", "learn --help"},
           {{"help", "tranlsate"}, "heed", "help tranlsate"},  // which knows better
           {{"learn", "--lang", "ko", "list"}, "heed", "learn --lang ko list"},
           {{"learn", "check", "list"}, "heed course", "learn check list"},
           {{"example", "1"}, "heed example_01_first_gradient", "example 1"},
           {{"test"}, "all", "test"}}) {
    INFO(said);
    const ProgramEnd end = clone.run(words);
    CHECK(end.status == 0);
    CHECK(end.out == "program " + said + "\n");
    const std::string calls = clone.calls();
    CHECK_THAT(calls, Catch::EndsWith("ninja " + built + "\n") && !Catch::Contains("apt-get"));
    CHECK((calls.find("cmake --preset release") == 0) == (words.size() == 4 && words[0] == "translate"));
  }
}

TEST_CASE("a wrong call of the script is refused before anything is installed or built") {
  const FakeClone clone;
  struct Case {
    std::vector<std::string> words;
    std::string said, preset = "release";
  };
  for (const auto& [words, said, preset] :
       std::vector<Case>{{{"test", "--legs"}, "'--legs' is one word too many"},
                         {{"test", ""}, "'' is one word too many"},
                         {{"test", "--all", "now"}, "'now' is one word too many"},
                         {{"test", "--leg"}, "--leg needs a name"},
                         {{"test", "--leg", "arm"}, "no leg 'arm'; the legs are debian12, "},
                         {{"help"}, "HEED_PRESET is '../..': give one of", "../.."},
                         {{"help"}, "HEED_PRESET is 'release debug': give one of", "release debug"}}) {
    const ProgramEnd end = clone.run(words, {.missing = "catch2", .preset = preset});
    CHECK(end.status == 2);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Catch::Contains(said));
  }
  const ProgramEnd unknown = clone.run({"tranlsate"}, {.missing = "catch2"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Catch::Contains("there is no command 'tranlsate'; the commands are "));
#define HEED_COMMAND(name, ...) name,
  for (const std::string command : {
#include "tools/commands/list.inc"
       })
#undef HEED_COMMAND
    CHECK_THAT(unknown.err, Catch::Contains(command));
  CHECK_THAT(clone.run({"test", "--help"}, {.missing = "catch2"}).out,
             Catch::Contains("runs all tests") && Catch::Contains("--test-dir build/release"));
  CHECK_THAT(clone.run({"--version"}).out, Catch::StartsWith("heed 0.") && Catch::EndsWith("\n"));
  CHECK(clone.calls().empty());
}

TEST_CASE("a leg tells in one line what came out, and fails if one of its programs does") {
  const FakeClone clone;
  clone.put("tools/check/legs.sh",
            with_legs("legs=(good)\nleg_good() { use sanitize; build test_a; run test_a test_b; }\n"));
  clone.put_program("build/sanitize/tests/test_a", "echo 'All tests passed (9 assertions in 2 test cases)'");
  clone.put_program("build/sanitize/tests/test_b", "echo 'All tests passed (1 assertion in 1 test case)'");
  const ProgramEnd good = clone.run({"test", "--leg", "good"});
  INFO(good.out << good.err);
  CHECK(good.status == 0);
  CHECK_THAT(good.out, Catch::StartsWith("good      passed: 3 tests, 0 min"));
  CHECK_THAT(clone.calls(), Catch::Contains("cmake --preset sanitize") && Catch::Contains("ninja test_a"));
  for (const std::string said : {"ERROR: AddressSanitizer: at once", "this answer is refused"}) {
    clone.put_program("build/sanitize/tests/test_b", "echo '" + said + "'; exit 1");
    const ProgramEnd bad = clone.run({"test", "--leg", "good"});
    CHECK(bad.status == 1);
    CHECK_THAT(bad.out, Catch::Contains("FAILED; the whole log is in build/good.leg.log") &&
                            Catch::Contains("  | " + said));
  }
}

TEST_CASE("CI runs the first legs, and of the others the one whose turn it is by the number of commits") {
  const FakeClone clone;
  std::string legs = "legs=(a b c one two three)\n";
  for (const char* leg : {"a", "b", "c", "one", "two", "three"})
    legs += fmt::format("leg_{0}() {{ echo \"leg {0}\" >>\"$CALLS\"; }}\n", leg);
  clone.put("tools/check/legs.sh", with_legs(legs));
  for (const auto& [shallow, turn] : {std::pair{"false", "two"}, {"true", "three"}}) {  // 301 % 3, 14 % 3
    clone.command("git", std::string("case \"$*\" in *--count*) echo 301 ;; *--is-shallow*) echo ") +
                             shallow + " ;; *--short*) echo 00000e ;; esac");
    const ProgramEnd outcome = clone.run({"test", "--ci"});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 0);
    CHECK((outcome.err.find("shallow clone") != std::string::npos) == (std::string("true") == shallow));
    CHECK(clone.calls() == std::string("leg a\nleg b\nleg c\nleg ") + turn + "\n");
  }
}

TEST_CASE("several processes: how heed_mpi is built is said, and nothing installed or configured anew") {
  const FakeClone clone;
  check_fails(clone.run({"translate", "--processes", "2"}), {"libopenmpi-dev", "-DHEED_MPI=ON"});
  CHECK(clone.calls().empty());
  clone.put("build/release/build.ninja", "build heed_mpi: phony\n");
  clone.put_program("build/release/tools/heed", "");
  CHECK(clone.run({"translate", "--processes=2"}).status == 0);
  CHECK(clone.calls() == "ninja heed heed_mpi\n");
}

TEST_CASE("missing packages are installed, those alone, by root alone, their lists read once") {
  const std::string install = "apt-get install -y --no-install-recommends ";
  const std::string called = install + "-o DPkg::Lock::Timeout=300 ";
  const FakeClone others;
  check_fails(others.run({"help"}, {.missing = "catch2", .root = false}),
              {"apt-get update && " + install + "catch2\n"});
  CHECK(others.calls().empty());
  if (geteuid() != 0) return;
  const FakeClone clone;
  check_fails(clone.run({"help"}, {.missing = "catch2", .apt = 100}), {"E: no network", "installing failed"});
  CHECK(clone.calls().find("cmake") == std::string::npos);
  const ProgramEnd two = clone.run({"help"}, {.missing = "libxsimd-dev catch2"});
  CHECK(two.status == 0);
  CHECK_THAT(two.err, Catch::Contains("installing catch2 libxsimd-dev"));
  CHECK_THAT(clone.calls(), Catch::Contains(called + "catch2 libxsimd-dev\n"));
  // A clone of somebody else can be used once it is built, as in a classroom.
  CHECK(clone.run({"copy"}, {.missing = "catch2", .root = false}).out == "program copy\n");
  CHECK(clone.calls().empty());
  check_fails(clone.run({"test"}, {.root = false}), {"cannot write to", "belongs to somebody else"});
  // Started several times at once, as by mpirun, it installs one after the other.
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i) all.emplace_back([&] { (void)clone.run({"help"}, {.missing = "catch2"}); });
  for (std::thread& one : all) one.join();
  CHECK_THAT(clone.calls(), Catch::Contains(install) && !Catch::Contains("two at a time"));
  clone.put("tools/check/legs.sh",
            with_legs("legs=(one two)\nleg_one() { use clang zip; }\nleg_two() { use avx2 unzip; }\n"));
  CHECK(clone.run({"test", "--all"}, {.missing = "catch2 zip unzip"}).status == 0);
  const std::string calls = clone.calls();
  CHECK_THAT(calls, Catch::Contains(called + "catch2 zip\n") && Catch::Contains(called + "catch2 unzip\n"));
  CHECK(calls.find("apt-get update") == calls.rfind("apt-get update"));
}

TEST_CASE("without apt the script prints the line that installs what is missing, and that it is untried") {
  using Names = std::pair<const char*, const char*>;
  for (const auto& [manager, line] : {Names{"dnf", "sudo dnf install gcc-c++ "},
                                      {"pacman", "sudo pacman -S --needed base-devel "},
                                      {"brew", "brew install cmake "}}) {
    INFO(manager);
    FakeClone clone;
    clone.move_to_system_of(manager);
    CHECK(clone.run({"help"}).err.find("install") == std::string::npos);  // all is there
    clone.put("build/release/CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n");
    clone.command("cmake", "echo 'CMake Error: there is no xtensor'; exit 1");
    check_fails(clone.run({"help"}),
                {"there is no xtensor", "has not been tried", std::string("\n  ") + line});
    clone.remove_command("cmake");
    check_fails(clone.run({"help"}), {"cmake and ninja are needed", line});
    CHECK(clone.calls().find(manager) == std::string::npos);
  }
}

TEST_CASE("a bash that is too old is told so before anything that it does not know") {
  std::string script = slurp(fs::path(HEED_SOURCE_DIR) / "heed");
  const std::size_t first = script.find("\n", script.rfind("\n#", script.find("BASH_VERSINFO")) + 1) + 1;
  CHECK(script.compare(first, 19, "if ((BASH_VERSINFO[") == 0);  // under comments alone
  for (std::size_t at = 0; (at = script.find("BASH_VERSINFO", at)) != std::string::npos;)
    script.replace(at, 13, "VERSION_OF_BASH");
  const FakeClone clone;
  clone.put("heed", "VERSION_OF_BASH=(3 2)\n" + script);
  const ProgramEnd outcome = clone.run({"help"});
  CHECK(outcome.status == 1);
  CHECK(outcome.err == "heed: this is bash 3.2; heed needs 4.4 or newer: brew install bash\n");
  CHECK(clone.calls().empty());
}

TEST_CASE("a build of many steps is said at once, and one that fails shows the compiler's error") {
  const FakeClone clone;
  CHECK(clone.run({"learn"}, {.steps = 3}).err.find("building") == std::string::npos);
  CHECK_THAT(clone.run({"learn"}, {.steps = 90}).err, Catch::Contains("heed: building (the first"));
  check_fails(clone.run({"help"}, {.ninja = 1}), {"expected ';'", "building failed"});
}
