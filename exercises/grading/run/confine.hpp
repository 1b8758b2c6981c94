// A learner's program gives up some calls before any function of theirs runs.
#pragma once

namespace heed::grading {

enum class FilesAllowed : unsigned char { no, yes };

/// Gives up starting other programs, threads, the network, signals to others, and files where they are not
/// allowed: such calls fail with EPERM. Linux's seccomp does it; where there is none the program runs
/// without, and only the names in the object file are refused. Under AddressSanitizer, which reads files and
/// starts threads itself, these two stay.
void confine(FilesAllowed files);

}  // namespace heed::grading
