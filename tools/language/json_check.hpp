// Checks what a JSON file must have, and says what is wrong in the spoken language.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {

class JsonCheck {
 protected:
  using Json = nlohmann::json;
  using Kind = Json::value_t;

  /// `none`: what the file is not, "no results of the lab"; `advice`: "; move it away".
  JsonCheck(const std::filesystem::path& file, Message none, Message advice = {})
      : file_(printable(file.string())), none_(std::move(none)), advice_(std::move(advice)) {}

  /// of[name], which must be there and of that kind; `in` and `where_` stand before its name in the error.
  const Json& field(const Json& of, const char* name, Kind kind, const std::string& in = "") const {
    const auto found = of.is_object() ? of.find(name) : of.end();
    if (found == of.end() || found->type() != kind) refuse_field(in + name);
    return *found;
  }
  [[noreturn]] void refuse_field(const std::string& name) const {
    refuse(where_ + tr("field \"{}\" is missing or of another kind", printable(name)));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw_error<FormatError>("{}: {}{}{}{}", file_, none_, why.empty() ? "" : ": ", why, advice_);
  }

  std::string where_{};

 private:
  std::string file_;
  Message none_, advice_;
};

}  // namespace heed
