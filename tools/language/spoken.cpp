#include "tools/language/spoken.hpp"

namespace heed {

Language& spoken_language() {
  static Language language = language_from_environment();
  return language;
}

}  // namespace heed
