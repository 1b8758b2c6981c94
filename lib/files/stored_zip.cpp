#include "lib/files/stored_zip.hpp"

#include "lib/core/error.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors_header.hpp"

namespace heed {
namespace {

constexpr std::uint32_t of_file = 0x04034b50, of_entry = 0x02014b50, of_end = 0x06054b50,
                        of_end64 = 0x06064b50, of_locator64 = 0x07064b50;
constexpr std::uint64_t file_header = 30, entry_header = 46, end_header = 22, end64_header = 56,
                        locator64 = 20;
constexpr std::uint64_t most_directory = 64'000'000;
constexpr std::uint32_t see_64 = 0xffffffff;

std::uint64_t number16(std::span<const std::byte> bytes, std::size_t at) {
  return load_little_endian<std::uint16_t>(bytes.subspan(at, 2).data());
}
std::uint64_t number32(std::span<const std::byte> bytes, std::size_t at) {
  return load_little_endian<std::uint32_t>(bytes.subspan(at, 4).data());
}
std::uint64_t number64(std::span<const std::byte> bytes, std::size_t at) {
  return load_little_endian<std::uint64_t>(bytes.subspan(at, 8).data());
}

/// The part of an entry's extra field with its 64-bit numbers; empty if there is none.
std::span<const std::byte> numbers_of_64(std::span<const std::byte> extra) {
  while (extra.size() >= 4) {
    const std::uint64_t size = number16(extra, 2);
    if (size > extra.size() - 4) break;
    if (number16(extra, 0) == 1) return extra.subspan(4, size);
    extra = extra.subspan(4 + size);
  }
  return {};
}

}  // namespace

std::vector<std::byte> StoredZip::bytes(std::uint64_t offset, std::uint64_t count, const char* what) const {
  if (offset > source_.size || count > source_.size - offset)
    throw_error<TruncatedError>("{}: {} is not inside the file; copy it again", label_, what);
  std::vector<std::byte> all(count);
  source_.read(offset, all);
  return all;
}

StoredZip::Directory StoredZip::find_directory() const {
  if (source_.size < end_header || number32(bytes(source_.size - end_header, 4, "the end"), 0) != of_end)
    throw_error<TruncatedError>("{}: a ZIP archive without its end: cut short; copy it again", label_);
  const std::uint64_t end = source_.size - end_header;
  const std::vector<std::byte> record = bytes(end, end_header, "the end");
  Directory found{number16(record, 10), number32(record, 12), number32(record, 16)};
  if (found.files != 0xffff && found.size != see_64 && found.begin != see_64) return found;
  if (end < locator64) return found;
  const std::vector<std::byte> locator = bytes(end - locator64, locator64, "the directory's place");
  if (number32(locator, 0) != of_locator64) return found;
  const std::vector<std::byte> record64 = bytes(number64(locator, 8), end64_header, "the directory's place");
  if (number32(record64, 0) != of_end64)
    throw_error<FormatError>("{}: the ZIP archive's directory is not where its end says", label_);
  return {number64(record64, 32), number64(record64, 40), number64(record64, 48)};
}

void StoredZip::add_entry(std::span<const std::byte> header, std::span<const std::byte> name_bytes,
                          std::span<const std::byte> extra) {
  const std::string name(reinterpret_cast<const char*>(name_bytes.data()), name_bytes.size());
  const auto refuse = [&](const char* why) {
    throw_error<FormatError>("{}: {} in it is {}; torch.save writes no such files", label_, shown_name(name),
                             why);
  };
  std::uint64_t packed = number32(header, 20), size = number32(header, 24), begin = number32(header, 42);
  std::span<const std::byte> wide = numbers_of_64(extra);
  for (std::uint64_t* number : {&size, &packed, &begin}) {
    if (*number != see_64 || wide.size() < 8) continue;
    *number = number64(wide, 0);
    wide = wide.subspan(8);
  }
  if ((number16(header, 8) & 1) != 0) refuse("encrypted");
  if (number16(header, 10) != 0) refuse("compressed");
  if (packed != size || begin > end_of_files_ || size > end_of_files_ - begin)
    refuse("not inside the archive");
  if (!files_.emplace(name, Entry{begin, size}).second) refuse("there twice");
}

StoredZip::StoredZip(Source source, std::string label)
    : source_(std::move(source)), label_(std::move(label)) {
  const Directory directory = find_directory();
  if (directory.size > most_directory)
    throw_error<FormatError>("{}: a ZIP directory of {} bytes, which heed does not read", label_,
                             directory.size);
  end_of_files_ = directory.begin;
  const std::vector<std::byte> all = bytes(directory.begin, directory.size, "the directory");
  std::span<const std::byte> rest = all;
  for (std::uint64_t i = 0; i < directory.files; ++i) {
    if (rest.size() < entry_header || number32(rest, 0) != of_entry)
      throw_error<FormatError>("{}: the ZIP directory ends after {} of {} files", label_, i, directory.files);
    const std::uint64_t name = number16(rest, 28), extra = number16(rest, 30), comment = number16(rest, 32);
    if (name + extra + comment > rest.size() - entry_header)
      throw_error<FormatError>("{}: the ZIP directory ends after {} of {} files", label_, i, directory.files);
    add_entry(rest.first(entry_header), rest.subspan(entry_header, name),
              rest.subspan(entry_header + name, extra));
    rest = rest.subspan(entry_header + name + extra + comment);
  }
}

std::vector<std::byte> StoredZip::read(const std::string& name, std::uint64_t most) const {
  const auto found = files_.find(name);
  if (found == files_.end()) throw_error<FormatError>("{}: {} is not in it", label_, shown_name(name));
  const auto& [begin, size] = found->second;
  if (size > most)
    throw_error<FormatError>("{}: {} has {} bytes; at most {} are read", label_, shown_name(name), size,
                             most);
  const std::vector<std::byte> header = bytes(begin, file_header, "a file");
  if (number32(header, 0) != of_file)
    throw_error<FormatError>("{}: {} is not where the ZIP directory says", label_, shown_name(name));
  return bytes(begin + file_header + number16(header, 26) + number16(header, 28), size, "a file");
}

}  // namespace heed
