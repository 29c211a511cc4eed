// The readers of data files take any bytes: what they give lies inside the text, and a program that reads one is checked.
#include "api/engine.h"
#include "api/memory_loader.h"
#include "source/csv_reader.h"
#include "source/json_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kGame = R"(game "fuzz";
players 2;
class Card { string name = "?"; number power = 0; bool on = false; player who = null; List<number> xs = {}; Table<number> t = {}; }
class Spell : Card { List<List<string>> deep = {}; }
setup { log(rows<Card>("data.FORM").length); }
)";

void read_csv(std::string_view text) {
    tgdl::CsvReader reader(text);
    std::vector<tgdl::CsvField> fields;
    while (reader.next_row(fields)) {
        for (const tgdl::CsvField& field : fields) {
            if (field.begin > field.end || field.end > text.size() || reader.text_of(field).size() > text.size()) {
                std::abort();
            }
        }
    }
}

void read_json(std::string_view text) {
    tgdl::JsonReader reader(text);
    std::uint32_t at = 0;
    for (tgdl::JsonToken token = reader.next();
         token.kind != tgdl::JsonKind::End && token.kind != tgdl::JsonKind::Wrong; token = reader.next()) {
        if (token.begin < at || token.end <= token.begin || token.end > text.size()) {
            std::abort();
        }
        at = token.end;
        if (token.kind == tgdl::JsonKind::String || token.kind == tgdl::JsonKind::Key) {
            static_cast<void>(reader.text_of(token));
        }
    }
}

void check_game(std::string_view form, const std::string& text) {
    std::string game(kGame);
    game.replace(game.find("FORM"), 4, form);
    tgdl::MemoryLoader loader;
    loader.add("game.tgdl", game);
    loader.add("data." + std::string(form), text);
    static_cast<void>(tgdl::load_rules(loader, "game.tgdl"));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read_csv(text);
    read_json(text);
    check_game("csv", text);
    check_game("json", text);
    return 0;
}
