// The least a program of one's own needs, with its CMakeLists.txt: docs/embedding.md.
#include "api/engine.h"
#include "api/memory_loader.h"

int main() {
    tgdl::MemoryLoader loader;
    loader.add("game.tgdl", "game \"x\";\nplayers 1;\nsetup { winner {}; }\n");
    return tgdl::load_rules(loader, "game.tgdl").program ? 0 : 1;
}
