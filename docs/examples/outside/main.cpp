// The least a program of one's own needs, with its CMakeLists.txt: docs/embedding.md.
#include <tgdl/rules.h>

int main() {
    const auto rules = tgdl::v1::Rules::load_text("game \"x\";\nplayers 1;\nsetup { winner {}; }\n");
    return rules && rules->is_playable() ? 0 : 1;
}
