#include "bench/table_load/record.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace load {

namespace {

constexpr std::string_view kNobody = "-";

struct ReportedMove {
    std::uint32_t seat = 0;
    std::string texts; // of its choices
};

// `player 0: B, 3`
bool read_reported(const std::string& text, ReportedMove& move) {
    std::istringstream in(text);
    std::string word;
    char colon = 0;
    if (!(in >> word >> move.seat >> colon) || word != "player" || colon != ':' || in.get() != ' ') {
        return false;
    }
    std::getline(in, move.texts);
    return true;
}

} // namespace

SentChoice* TableRecord::find(std::string_view id) {
    const auto found =
        std::find_if(choices.rbegin(), choices.rend(), [&](const SentChoice& one) { return one.id == id; });
    return found == choices.rend() ? nullptr : &*found;
}

const SentChoice* TableRecord::last_acknowledged(std::uint32_t seat) const {
    const auto found = std::find_if(choices.rbegin(), choices.rend(),
                                    [&](const SentChoice& one) { return one.seat == seat && one.is_acknowledged; });
    return found == choices.rend() ? nullptr : &*found;
}

const SentChoice* TableRecord::waiting(std::uint32_t seat) const {
    const auto found = std::find_if(choices.rbegin(), choices.rend(),
                                    [&](const SentChoice& one) { return one.seat == seat && !one.is_acknowledged; });
    return found == choices.rend() ? nullptr : &*found;
}

std::string compare(const TableRecord& record, const std::vector<std::string>& told) {
    auto next = record.choices.begin();
    for (const std::string& text : told) {
        ReportedMove move;
        if (!read_reported(text, move) || move.seat >= record.bots.size()) {
            return "a move is told as `" + text + "`";
        }
        if (!record.bots[move.seat].empty()) {
            continue;
        }
        std::string sent;
        while (sent != move.texts) {
            if (next == record.choices.end() || next->seat != move.seat || sent.size() > move.texts.size()) {
                return fmt::format("`{}` is told, and `{}` was sent", text, sent);
            }
            sent += sent.empty() ? "" : ", ";
            sent += next->text;
            ++next;
        }
    }
    if (next != record.choices.end()) {
        return "choice " + next->id + " of seat " + std::to_string(next->seat) + ", `" + next->text + "`, "
               + (next->is_acknowledged ? "was acknowledged and is lost" : "was never made");
    }
    const auto open = std::ranges::find_if(record.choices, [](const SentChoice& one) { return !one.is_acknowledged; });
    return open == record.choices.end() ? std::string() : "choice " + open->id + " was made, but never acknowledged";
}

// ---- the file -------------------------------------------------------------------------------------------------------

bool Journal::open(const std::string& path) {
    file_ = std::fopen(path.c_str(), "ae");
    return file_ != nullptr;
}

void Journal::close() {
    if (file_ != nullptr) {
        std::fclose(file_);
    }
    file_ = nullptr;
}

void Journal::write(const std::string& line) {
    if (file_ != nullptr) {
        std::fputs((line + "\n").c_str(), file_);
    }
}

void Journal::record_table(const TableRecord& record) {
    std::string line = "table " + record.game + " " + record.table;
    for (const std::string& token : record.tokens) {
        line += " " + token;
    }
    for (const std::string& bot : record.bots) {
        line += " " + (bot.empty() ? std::string(kNobody) : bot);
    }
    write(line);
}

void Journal::record_sent(const TableRecord& record, const SentChoice& choice) {
    write("sent " + record.table + " " + std::to_string(choice.seat) + " " + choice.id + " " + choice.decision + " "
          + std::to_string(choice.option) + " " + choice.text);
}

void Journal::record_acknowledged(const TableRecord& record, const SentChoice& choice) {
    write("acknowledged " + record.table + " " + choice.id);
}

void Journal::record_ended(const TableRecord& record) {
    write("ended " + record.table);
}

namespace {

TableRecord read_table(std::istringstream& in) {
    TableRecord record;
    in >> record.game >> record.table;
    std::vector<std::string> words;
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    const std::size_t seats = words.size() / 2;
    for (std::size_t i = 0; i < seats; ++i) {
        record.tokens.push_back(words[i]);
        record.bots.push_back(words[seats + i] == kNobody ? std::string() : words[seats + i]);
    }
    return record;
}

SentChoice read_sent(std::istringstream& in) {
    SentChoice choice;
    in >> choice.seat >> choice.id >> choice.decision >> choice.option;
    in.get();
    std::getline(in, choice.text);
    return choice;
}

} // namespace

bool read_journal(const std::string& path, Which which, std::vector<TableRecord>& tables) {
    std::ifstream file(path);
    std::unordered_map<std::string, TableRecord> found;
    std::vector<std::string> order;
    for (std::string line; std::getline(file, line);) {
        std::istringstream in(line);
        std::string word;
        std::string table;
        in >> word;
        if (word == "table") {
            TableRecord record = read_table(in);
            order.push_back(record.table);
            found[record.table] = std::move(record);
            continue;
        }
        in >> table;
        const auto record = found.find(table);
        if (record == found.end()) {
            return false;
        }
        if (word == "sent") {
            record->second.choices.push_back(read_sent(in));
        } else if (word == "acknowledged") {
            std::string id;
            in >> id;
            if (SentChoice* choice = record->second.find(id)) {
                choice->is_acknowledged = true;
            }
        } else if (word == "ended" && which == Which::NotEnded) {
            found.erase(record);
        } else if (word != "ended") {
            return false;
        }
    }
    for (const std::string& table : order) {
        if (const auto record = found.find(table); record != found.end()) {
            tables.push_back(std::move(record->second));
        }
    }
    return file.eof();
}

} // namespace load
