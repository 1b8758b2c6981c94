// How English words change.
#pragma once

#include <string>
#include <string_view>

namespace heed::toy {

/// apple → apples, box → boxes, story → stories. Irregular plurals are in the lexicon.
std::string with_s(std::string_view word);

/// eat → eats, have → has; of several words the first: gets up.
std::string third_person(std::string_view verb);

/// eat → eating, write → writing, run → running; of several words the first: getting up.
std::string with_ing(std::string_view verb);

/// "an" before a vowel sound, "a" otherwise: an apple, an honest boy, a useful book.
std::string_view indefinite_article(std::string_view next_word);

/// Which verb form a subject asks for.
enum class Agreement { first, second, third, plural };

/// am, is, are; was, were.
std::string_view be_present(Agreement agreement);
std::string_view be_past(Agreement agreement);

}  // namespace heed::toy
