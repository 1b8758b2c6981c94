#include "lib/files/atomic_write.hpp"
#include "lib/core/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>

#include "tests/catch.hpp"
#include "tests/lib/files/file_calls.hpp"
#include "tests/lib/files/file_size_limit.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
namespace fs = std::filesystem;
using Catch::Contains;
using Catch::EndsWith;

TEST_CASE("atomic_write makes and replaces whole files") {
  const Scratch scratch;
  atomic_write(scratch / "a", "first");
  CHECK(slurp(scratch / "a") == "first");
  atomic_write(scratch / "a", std::string_view("second\0with zero", 16));
  CHECK(slurp(scratch / "a") == std::string("second\0with zero", 16));
  atomic_write(scratch / "a", "");
  CHECK(slurp(scratch / "a").empty());
  CHECK(scratch.files() == 1);
}

TEST_CASE("the bytes are on the disk before they have their name, and the name before it is relied on") {
  const Scratch scratch;
  const FileCalls watched(scratch.folder());
  atomic_write(scratch / "a", "x");
  const std::vector<std::string> expected{"fsync temporary", "rename temporary a", "close a", "fsync .",
                                          "close ."};
  CHECK(watched.calls() == expected);
}

TEST_CASE("a file that is about to get its name is not taken for one that a killed process left") {
  const Scratch scratch;
  std::array<int, 2> now{};
  REQUIRE(pipe(now.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    char byte = 0;
    if (read(now[0], &byte, 1) == 1) atomic_write(scratch / "other", "x");
    _exit(0);
  }
  const FileCalls watched(scratch.folder(), [&](const std::string& call) {
    if (!call.starts_with("rename")) return;
    REQUIRE(write(now[1], "x", 1) == 1);
    waitpid(child, nullptr, 0);
  });
  CHECK_NOTHROW(atomic_write(scratch / "a", "whole"));
  CHECK(slurp(scratch / "a") == "whole");
  CHECK(slurp(scratch / "other") == "x");
  for (const int end : now) close(end);
}

TEST_CASE("atomic_write in the current folder and with long names") {
  const Scratch scratch;
  const fs::path before = fs::current_path();
  fs::current_path(scratch.folder());
  atomic_write("plain", "x");
  fs::current_path(before);
  CHECK(slurp(scratch / "plain") == "x");
  const std::string longest(255, 'n');
  atomic_write(scratch / longest, "y");
  CHECK(slurp(scratch / longest) == "y");
}

TEST_CASE("a full disk keeps the old file and leaves nothing behind") {
  const Scratch scratch;
  atomic_write(scratch / "model", "the old one");
  const std::string large(100'000, 'x');
  std::string text;
  {
    const FileSizeLimit limit(4096);
    text = error_text<Error>([&] { atomic_write(scratch / "model", large); });
  }
  CHECK(text == (scratch / "model").string() +
                    ": cannot write: File too large; raise the limit on file sizes (ulimit -f) or choose "
                    "another place");
  CHECK(slurp(scratch / "model") == "the old one");
  CHECK(scratch.files() == 1);
}

TEST_CASE("a device is written to, not replaced") {
  const std::string text = error_text<Error>([] { atomic_write("/dev/full", "x"); });
  CHECK(text ==
        "/dev/full: cannot write: No space left on device; free some space there or choose another place");
  CHECK(fs::is_character_file("/dev/full"));
  CHECK_NOTHROW(atomic_write("/dev/null", "x"));
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a pipe that nobody reads is refused at once, one that is read is written to") {
  const Scratch scratch;
  REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
  CHECK_THAT(error_text<Error>([&] { atomic_write(scratch / "pipe", "x"); }),
             EndsWith("a pipe that nobody reads; give the name of a file"));
  const int reader = ::open((scratch / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  atomic_write(scratch / "pipe", "x");
  char read = 0;
  CHECK(::read(reader, &read, 1) == 1);
  CHECK(read == 'x');
  ::close(reader);
}

TEST_CASE("atomic_write says why it cannot") {
  const Scratch scratch;
  spill(scratch / "file", "");
  const auto text = [&](const fs::path& path) { return error_text<Error>([&] { atomic_write(path, "x"); }); };
  CHECK_THAT(text(scratch / "no/such/file"),
             EndsWith(": cannot write: No such file or directory; create its folder first"));
  CHECK_THAT(text(scratch.folder()),
             EndsWith(": cannot write: Is a directory; that is a folder; give the name of a file in it"));
  CHECK_THAT(text(scratch.folder() / ""), Contains("that is a folder"));
  CHECK_THAT(text(scratch / "file/below"), Contains("a part of the path is a file"));
  CHECK_THAT(text(scratch / std::string(300, 'n')), Contains("name too long; choose another place"));
  CHECK(scratch.files() == 1);
}

TEST_CASE("a file without permission to write stays") {
  if (geteuid() == 0) return;  // root may write everywhere
  const Scratch scratch;
  spill(scratch / "kept", "old");
  fs::permissions(scratch / "kept", fs::perms::owner_read);
  CHECK_THAT(error_text<Error>([&] { atomic_write(scratch / "kept", "new"); }),
             Contains("that you may write to"));
  CHECK(slurp(scratch / "kept") == "old");
}

TEST_CASE("permissions and links are kept") {
  const Scratch scratch;
  spill(scratch / "real", "old");
  fs::permissions(scratch / "real", fs::perms(0640));
  fs::create_directory(scratch / "sub");
  fs::create_symlink("../real", scratch / "sub/link");
  atomic_write(scratch / "sub/link", "new");
  CHECK(fs::is_symlink(scratch / "sub/link"));
  CHECK(slurp(scratch / "real") == "new");
  CHECK(fs::status(scratch / "real").permissions() == fs::perms(0640));

  fs::create_symlink("later", scratch / "dangling");
  atomic_write(scratch / "dangling", "made");
  CHECK(slurp(scratch / "later") == "made");

  const mode_t mask = ::umask(027);
  atomic_write(scratch / "fresh", "x");
  ::umask(mask);
  CHECK(fs::status(scratch / "fresh").permissions() == fs::perms(0640));
}

TEST_CASE("the owner and the group are kept") {
  const Scratch scratch;
  spill(scratch / "a", "old");
  uid_t owner = geteuid();
  if (owner == 0) {  // who alone may give files away
    owner = 1234;
    REQUIRE(chown((scratch / "a").c_str(), owner, 1235) == 0);
    fs::permissions(scratch / "a", fs::perms(04750));
  }
  struct stat before {
  }, after{};
  REQUIRE(stat((scratch / "a").c_str(), &before) == 0);
  const FileCalls watched(scratch.folder());
  atomic_write(scratch / "a", "new");
  REQUIRE(stat((scratch / "a").c_str(), &after) == 0);
  CHECK(watched.calls().front() == fmt::format("fchown temporary {} {}", owner, before.st_gid));
  CHECK(after.st_uid == owner);
  CHECK(after.st_gid == before.st_gid);
  CHECK(after.st_mode == before.st_mode);
}

TEST_CASE("without commit nothing changes") {
  const Scratch scratch;
  spill(scratch / "a", "old");
  {
    AtomicFile file(scratch / "a");
    file.write("half of the ne");
    CHECK(slurp(scratch / "a") == "old");
    CHECK(scratch.files() == 2);
  }
  CHECK(slurp(scratch / "a") == "old");
  CHECK(scratch.files() == 1);
  AtomicFile file(scratch / "a");
  file.write("new");
  file.commit();
  CHECK(slurp(scratch / "a") == "new");
}

TEST_CASE("links that lead in a circle are refused and stay") {
  const Scratch scratch;
  fs::create_symlink("b", scratch / "a");
  fs::create_symlink("a", scratch / "b");
  CHECK_THAT(error_text<Error>([&] { atomic_write(scratch / "a", "x"); }),
             Contains("Too many levels of symbolic links; choose another place"));
  CHECK(fs::read_symlink(scratch / "a") == "b");
  CHECK(fs::read_symlink(scratch / "b") == "a");
  CHECK(scratch.files() == 2);
}

TEST_CASE("killed processes leave the old file and what else they left is removed") {
  const Scratch scratch;
  spill(scratch / "a", "old");
  std::array<int, 2> ready{};
  REQUIRE(pipe(ready.data()) == 0);
  std::array<pid_t, 2> children{};
  for (pid_t& child : children) {
    child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      AtomicFile file(scratch / "a");
      file.write("half of the ne");
      if (write(ready[1], "x", 1) == 1) pause();
      _exit(0);
    }
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 1);
  }
  spill(scratch / ".heed-1-0.tmp", "left behind by a process whose number now belongs to another");
  spill(scratch / ".heed-1-0.tmp.mine", "no such name");
  REQUIRE(scratch.files() == 5);
  kill(children[0], SIGKILL);
  waitpid(children[0], nullptr, 0);
  CHECK(slurp(scratch / "a") == "old");
  atomic_write(scratch / "a", "whole");
  const auto files_of = [&](pid_t process) {
    return std::count_if(fs::directory_iterator(scratch.folder()), {}, [&](const fs::directory_entry& file) {
      return file.path().filename().string().starts_with(fmt::format(".heed-{}-", process));
    });
  };
#ifndef HEED_POSIX_ONLY  // which cannot tell a network's folder, where files stay for a day
  CHECK(files_of(children[0]) == 0);
  CHECK_FALSE(fs::exists(scratch / ".heed-1-0.tmp"));
#endif
  CHECK(files_of(children[1]) == 1);
  CHECK(fs::exists(scratch / ".heed-1-0.tmp.mine"));
  kill(children[1], SIGKILL);
  waitpid(children[1], nullptr, 0);
  for (const int end : ready) close(end);
}
