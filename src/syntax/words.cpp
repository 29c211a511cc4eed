#include "syntax/words.h"

namespace tgdl {

Interner make_interner() {
    Interner names;
#define TGDL_WORD(name) names.intern(#name);
#define TGDL_WORD_AS(name, text) names.intern(text);
#include "syntax/words.def"
#undef TGDL_WORD
#undef TGDL_WORD_AS
    return names;
}

} // namespace tgdl
