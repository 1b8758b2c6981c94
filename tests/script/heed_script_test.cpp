// The script ./heed, with commands of our own in place of the package manager and the build.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

/// A clone with nothing in it but the script, and a bin/ whose commands write down how they were called.
class FakeClone {
 public:
  FakeClone() {
    namespace fs = std::filesystem;
    fs::permissions(scratch_.folder(), fs::perms::all);  // for the user that is not root
    fs::create_directories(scratch_ / "bin");
    fs::create_directories(scratch_ / "tmp");
    fs::permissions(scratch_ / "tmp", fs::perms::all);
    fs::copy_file(fs::path(HEED_SOURCE_DIR) / "heed", scratch_ / "heed");
    for (const char* file : {"CMakeLists.txt", "CMakePresets.json"})
      fs::copy_file(fs::path(HEED_SOURCE_DIR) / file, scratch_ / file);
    fs::create_directories(scratch_ / "tools");
    fs::create_directories(scratch_ / "examples");
    spill(scratch_ / "examples/01_first_gradient.cpp", "");
    for (const char* folder : {"tools/check", "tools/commands"})
      fs::copy(fs::path(HEED_SOURCE_DIR) / folder, scratch_ / folder);
    command("dpkg-query", R"([[ " $MISSING " == *" ${@: -1} "* ]] || printf 'install ok installed')");
    command("pkg-config", "exit 1");
    command("apt-get", R"(mkdir "$TMPDIR/apt" || echo "two at a time" >>"$CALLS"
sleep 0.05; rmdir "$TMPDIR/apt"; echo "apt-get $*" >>"$CALLS"; echo "E: no network"; exit "$APT")");
    command("cmake", R"(echo "cmake $*" >>"$CALLS"; mkdir -p build/release/tools; : >build/release/build.ninja
printf '#!/bin/bash\necho "program $*"\n' >build/release/tools/heed; chmod +x build/release/tools/heed)");
    command("ninja", R"([[ $STEPS == 0 ]] || for i in 1 2; do echo "[$i/$STEPS] Building"; done
echo "ninja ${*:3}" >>"$CALLS"; [[ $NINJA == 0 ]] || echo "x.cpp:1:1: error: expected ';'"; exit "$NINJA")");
  }

  struct Run {
    std::vector<std::string> arguments;
    std::string missing{};   // packages that are not installed
    int apt = 0, ninja = 0;  // exit statuses
    bool root = true;
    int steps = 0;                   // of ninja
    std::string preset = "release";  // HEED_PRESET
  };
  ProgramEnd run(const Run& r) const {
    std::vector<std::string> words{fmt::format("PATH={}:{}", (scratch_ / "bin").string(), system_),
                                   "CALLS=" + (scratch_ / "tmp/calls").string(),
                                   "TMPDIR=" + (scratch_ / "tmp").string(),
                                   "MISSING=" + r.missing,
                                   fmt::format("APT={}", r.apt),
                                   fmt::format("NINJA={}", r.ninja),
                                   "HEED_PRESET=" + r.preset,
                                   fmt::format("STEPS={}", r.steps),
                                   "CI=false"};
    if (!r.root && geteuid() == 0)
      words.insert(words.end(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    words.insert(words.end(), {"bash", (scratch_ / "heed").string()});
    words.insert(words.end(), r.arguments.begin(), r.arguments.end());
    return ::run({.arguments = words, .folder = scratch_.folder(), .program = "/usr/bin/env"});
  }
  /// A test program of a leg's build.
  void test_program(const std::string& preset, const std::string& name, const std::string& body) {
    std::filesystem::create_directories(scratch_ / ("build/" + preset + "/tests"));
    script("build/" + preset + "/tests/" + name, body);
  }
  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((scratch_ / path).parent_path());
    spill(scratch_ / path, text);
  }
  /// From now on this is another system, which has `manager` in the place of apt, and no cmake of its own.
  void move_to_system_of(const std::string& manager) {
    namespace fs = std::filesystem;
    system_ = (scratch_ / "system").string();
    fs::create_directories(system_);
    for (const auto& file : fs::directory_iterator("/usr/bin")) {
      const std::string name = file.path().filename().string();
      if (!name.starts_with("dpkg") && !name.starts_with("apt") && name != "cmake" && name != "ninja")
        fs::create_symlink(file.path(), fs::path(system_) / name);
    }
    remove_command("dpkg-query");
    command(manager, "echo \"" + manager + " $*\" >>\"$CALLS\"");
  }
  void remove_command(const std::string& name) const { std::filesystem::remove(scratch_ / ("bin/" + name)); }
  std::string calls() const { return slurp(scratch_ / "tmp/calls"); }
  void command(const std::string& name, const std::string& body) const { script("bin/" + name, body); }

 private:
  void script(const std::string& path, const std::string& body) const {
    spill(scratch_ / path, "#!/bin/bash\n" + body + "\n");
    std::filesystem::permissions(scratch_ / path, std::filesystem::perms(0755));
  }
  Scratch scratch_;
  std::string system_ = "/usr/bin:/bin";
};

}  // namespace

TEST_CASE("with everything there the script builds what the command needs and runs it with its words") {
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"translate", "나는 사과를", "--beam", "2"}});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "program translate 나는 사과를 --beam 2\n");
  CHECK_THAT(clone.calls(), Catch::Contains("cmake --preset release") && Catch::Contains("ninja heed"));
  CHECK(clone.calls().find("apt-get") == std::string::npos);  // nothing is installed or downloaded
}

TEST_CASE("the script knows every command, and names them all where there is none of that name") {
  const FakeClone clone;
  const ProgramEnd wrong = clone.run({.arguments = {"tranlsate"}});
  CHECK(wrong.status == 2);
  CHECK(clone.calls().empty());
#define HEED_COMMAND(name, ...) name,
  for (const std::string command : {
#include "tools/commands/list.inc"
       }) {
#undef HEED_COMMAND
    INFO(command);
    CHECK_THAT(wrong.err, Catch::Contains(command));
    CHECK(clone.run({.arguments = {command, "--help"}}).status == 0);
  }
  CHECK(clone.run({.arguments = {"run-module"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::Contains("ninja heed heed_f64\n"));
}

TEST_CASE("`test` builds everything") {
  const FakeClone clone;
  CHECK(clone.run({.arguments = {"test"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::Contains("ninja all"));
}

TEST_CASE("`test` looks at its arguments before anything is installed or built") {
  const FakeClone clone;
  for (const char* help : {"--help", "-h"}) {
    const ProgramEnd outcome = clone.run({.arguments = {"test", help}, .missing = "catch2"});
    INFO(outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Catch::Contains("runs all tests") && Catch::Contains("--test-dir build/release"));
  }
  for (const char* wrong : {"--legs", "test_nn", ""}) {
    const ProgramEnd outcome = clone.run({.arguments = {"test", wrong}, .missing = "catch2"});
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::Contains(fmt::format("'{}' is one word too many", wrong)));
  }
  const ProgramEnd unknown = clone.run({.arguments = {"test", "--leg", "arm"}, .missing = "catch2"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Catch::Contains("no leg 'arm'") && Catch::Contains("tsan, clang, plain"));
  CHECK(clone.run({.arguments = {"test", "--leg"}, .missing = "catch2"}).status == 2);
  CHECK(clone.run({.arguments = {"test", "--all", "now"}, .missing = "catch2"}).status == 2);
  CHECK(clone.calls().empty());
}

TEST_CASE("a leg tells in one line what came out, and fails if one of its programs does") {
  FakeClone clone;
  for (const char* name : {"core", "text", "data", "files", "array", "autograd", "nn"})
    clone.test_program("sanitize", fmt::format("test_{}", name),
                       "echo 'All tests passed (9 assertions in 2 test cases)'");
  const ProgramEnd good = clone.run({.arguments = {"test", "--leg", "sanitize"}});
  INFO(good.out << good.err);
  CHECK(good.status == 0);
  CHECK_THAT(good.out, Catch::StartsWith("sanitize  passed: 14 tests, 0 min"));
  CHECK_THAT(clone.calls(), Catch::Contains("cmake --preset sanitize") && Catch::Contains("test_files"));

  clone.test_program("sanitize", "test_text", "echo 'ERROR: AddressSanitizer: at once'; exit 1");
  const ProgramEnd bad = clone.run({.arguments = {"test", "--leg", "sanitize"}});
  CHECK(bad.status == 1);
  CHECK_THAT(bad.out, Catch::Contains("FAILED; the whole log is in build/sanitize.leg.log"));
  CHECK_THAT(bad.out, Catch::Contains("AddressSanitizer: at once"));

  clone.test_program("sanitize", "test_text", "echo 'this answer is refused'; exit 1");
  const ProgramEnd refused = clone.run({.arguments = {"test", "--leg", "sanitize"}});
  CHECK(refused.status == 1);
  CHECK_THAT(refused.out,
             Catch::Contains("FAILED; the whole log is in") && Catch::Contains("  | this answer is refused"));
}

TEST_CASE("CI runs the first legs, and of the others the one whose turn it is by the number of commits") {
  const FakeClone clone;
  std::string legs = "legs=(a b c one two three)\n";
  for (const char* leg : {"a", "b", "c", "one", "two", "three"})
    legs += fmt::format("leg_{0}() {{ echo \"leg {0}\" >>\"$CALLS\"; }}\n", leg);
  clone.put("tools/check/legs.sh",
            slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tools/check/legs.sh") + legs);
  const auto calls_with = [&](const std::string& shallow) {
    clone.command("git", R"(case "$*" in *--count*) echo 301 ;; *--is-shallow*) echo )" + shallow +
                             " ;; *--short*) echo 00000e ;; esac");
    const std::string before = clone.calls();
    const ProgramEnd outcome = clone.run({.arguments = {"test", "--ci"}});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 0);
    CHECK((outcome.err.find("shallow clone") != std::string::npos) == (shallow == "true"));
    return clone.calls().substr(before.size());
  };
  CHECK(calls_with("false") == "leg a\nleg b\nleg c\nleg two\n");   // 301 % 3
  CHECK(calls_with("true") == "leg a\nleg b\nleg c\nleg three\n");  // 14 % 3
}

TEST_CASE("several processes: how heed_mpi is built is said, and nothing installed or configured anew") {
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"translate", "--processes", "2"}});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("libopenmpi-dev") && Catch::Contains("-DHEED_MPI=ON"));
  CHECK(clone.calls().empty());
  CHECK(clone.run({.arguments = {"help"}}).status == 0);
  clone.put("build/release/build.ninja", "build heed_mpi: phony\n");
  CHECK(clone.run({.arguments = {"translate", "--processes=2"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::Contains("ninja heed heed_mpi\n"));
}

TEST_CASE("the help of a command needs the program alone, and `help COMMAND` is the same") {
  const FakeClone clone;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"learn", "--help"}, {"learn", "-h"}, {"help", "learn"}}) {
    const ProgramEnd outcome = clone.run({.arguments = words});
    INFO(outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Catch::StartsWith("program learn -"));
  }
  CHECK_THAT(clone.calls(), Catch::Contains("ninja heed\n"));
  CHECK(clone.calls().find("course") == std::string::npos);
  CHECK(clone.run({.arguments = {"learn"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::Contains("ninja heed course\n"));
  CHECK(clone.run({.arguments = {"help", "tranlsate"}}).out ==
        "program help tranlsate\n");  // which knows better
  CHECK_THAT(clone.run({.arguments = {"help", "test"}}).out, Catch::Contains("runs all tests"));
}

TEST_CASE("missing packages are installed, those alone") {
  if (geteuid() != 0) return;  // the other way is below
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"help"}, .missing = "libxsimd-dev catch2"});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Catch::Contains("installing catch2 libxsimd-dev"));
  CHECK_THAT(clone.calls(),
             Catch::Contains("apt-get install -y --no-install-recommends catch2 libxsimd-dev\n"));
}

TEST_CASE("the lists of packages are read once, however many legs of the tests need some") {
  if (geteuid() != 0) return;
  const FakeClone clone;
  clone.put("tools/check/legs.sh", slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tools/check/legs.sh") +
                                       "legs=(one two)\nleg_one() { use clang zip; }\n"
                                       "leg_two() { use avx2 unzip; }\n");
  const ProgramEnd outcome = clone.run({.arguments = {"test", "--all"}, .missing = "catch2 zip unzip"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  const std::string calls = clone.calls();
  CHECK_THAT(calls,
             Catch::Contains("recommends catch2 zip\n") && Catch::Contains("recommends catch2 unzip\n"));
  CHECK(calls.find("apt-get update") == calls.rfind("apt-get update"));
}

TEST_CASE("the script started several times at once, as by mpirun, installs one after the other") {
  if (geteuid() != 0) return;
  const FakeClone clone;
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i)
    all.emplace_back([&] { (void)clone.run({.arguments = {"help"}, .missing = "catch2"}); });
  for (std::thread& one : all) one.join();
  CHECK(clone.calls().find("two at a time") == std::string::npos);
  CHECK_THAT(clone.calls(), Catch::Contains("install -y"));
}

TEST_CASE("an installation that fails is said with its reason, and nothing is built") {
  if (geteuid() != 0) return;
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"help"}, .missing = "catch2", .apt = 100});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("E: no network") && Catch::Contains("installing failed"));
  CHECK(clone.calls().find("cmake") == std::string::npos);
}

TEST_CASE("without root the script prints the one line to run") {
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"help"}, .missing = "catch2", .root = false});
  INFO(outcome.err);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("apt-get install -y --no-install-recommends catch2"));
  CHECK(clone.calls().find("apt-get") == std::string::npos);
}

TEST_CASE(
    "without apt the script prints the one line that installs what is missing, and that it is untried") {
  using Names = std::pair<const char*, const char*>;
  for (const auto& [manager, line] : {Names{"dnf", "sudo dnf install gcc-c++ "},
                                      {"pacman", "sudo pacman -S --needed base-devel "},
                                      {"brew", "brew install cmake "}}) {
    INFO(manager);
    FakeClone clone;
    clone.move_to_system_of(manager);
    CHECK(clone.run({.arguments = {"help"}}).err.find("install") == std::string::npos);  // all is there
    clone.put("build/release/CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n");
    clone.command("cmake", "echo 'CMake Error: there is no xtensor'; exit 1");
    const ProgramEnd library = clone.run({.arguments = {"help"}});
    CHECK(library.status == 1);
    CHECK_THAT(library.err, Catch::Contains("there is no xtensor") && Catch::Contains("has not been tried") &&
                                Catch::Contains(std::string("\n  ") + line));
    clone.remove_command("cmake");
    const ProgramEnd tool = clone.run({.arguments = {"help"}});
    CHECK(tool.status == 1);
    CHECK_THAT(tool.err, Catch::Contains("cmake and ninja are needed") && Catch::Contains(line));
    CHECK(clone.calls().find(manager) == std::string::npos);
  }
}

TEST_CASE("a bash that is too old is told so before anything that it does not know") {
  std::string script = slurp(std::filesystem::path(HEED_SOURCE_DIR) / "heed");
  const std::size_t first = script.find("\n", script.rfind("\n#", script.find("BASH_VERSINFO")) + 1) + 1;
  CHECK(script.compare(first, 19, "if ((BASH_VERSINFO[") == 0);  // under comments alone
  for (std::size_t at = 0; (at = script.find("BASH_VERSINFO", at)) != std::string::npos;)
    script.replace(at, 13, "VERSION_OF_BASH");
  const FakeClone clone;
  clone.put("heed", "VERSION_OF_BASH=(3 2)\n" + script);
  const ProgramEnd outcome = clone.run({.arguments = {"help"}});
  CHECK(outcome.status == 1);
  CHECK(outcome.err == "heed: this is bash 3.2; heed needs 4.4 or newer: brew install bash\n");
  CHECK(clone.calls().empty());
}

TEST_CASE("a build that fails shows the compiler's error") {
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"help"}, .ninja = 1});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("expected ';'") && Catch::Contains("building failed"));
}

TEST_CASE("a clone that belongs to somebody else can be used once it is built, as in a classroom") {
  if (geteuid() != 0) return;
  const FakeClone clone;
  CHECK(clone.run({.arguments = {"help"}}).status == 0);
  const std::string calls = clone.calls();
  const ProgramEnd outcome =
      clone.run({.arguments = {"translate", "나는"}, .missing = "catch2", .root = false});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "program translate 나는\n");
  CHECK(clone.calls() == calls);  // nothing is installed or built
  const ProgramEnd test = clone.run({.arguments = {"test"}, .root = false});
  CHECK(test.status == 1);
  CHECK_THAT(test.err, Catch::Contains("cannot write to") && Catch::Contains("belongs to somebody else"));
}

TEST_CASE("a build of many steps is said at once, one of a few is not") {
  const FakeClone clone;
  CHECK(clone.run({.arguments = {"learn"}}).err.find("building") == std::string::npos);
  CHECK(clone.run({.arguments = {"learn"}, .steps = 3}).err.find("building") == std::string::npos);
  CHECK_THAT(clone.run({.arguments = {"learn"}, .steps = 90}).err,
             Catch::Contains("heed: building (the first"));
}

TEST_CASE("what only reads texts needs no build of the course, and an example no build of everything") {
  const FakeClone clone;
  for (const char* part : {"list", "glossary", "hint"})
    CHECK(clone.run({.arguments = {"learn", "--lang", "ko", part}}).status == 0);
  CHECK(clone.calls().find("course") == std::string::npos);
  CHECK(clone.run({.arguments = {"learn", "check", "list"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::EndsWith("ninja heed course\n"));
  CHECK(clone.run({.arguments = {"example", "1"}}).status == 0);
  CHECK_THAT(clone.calls(), Catch::EndsWith("ninja heed example_01_first_gradient\n"));
}

TEST_CASE("HEED_PRESET names a preset and nothing else, and --version builds nothing") {
  const FakeClone clone;
  for (const char* wrong : {"../..", "fast", "release debug"}) {
    const ProgramEnd outcome = clone.run({.arguments = {"help"}, .preset = wrong});
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::Contains(fmt::format("HEED_PRESET is '{}': give one of", wrong)) &&
                                Catch::Contains("portable, release"));
  }
  CHECK_THAT(clone.run({.arguments = {"--version"}}).out,
             Catch::StartsWith("heed 0.") && Catch::EndsWith("\n"));
  CHECK(clone.calls().empty());
}

TEST_CASE("a command that does not exist is wrong usage, before anything is installed") {
  const FakeClone clone;
  const ProgramEnd outcome = clone.run({.arguments = {"tranlsate"}, .missing = "catch2"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Catch::Contains("there is no command 'tranlsate'"));
  CHECK(clone.calls().empty());
}
