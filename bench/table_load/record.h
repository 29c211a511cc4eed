// Record of what a client knows to have happened at tables, and must find again whatever became of the server: proof
// that nothing was lost.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace load {

struct SentChoice {
    std::uint32_t seat = 0;
    std::string id;
    std::string decision;
    std::uint32_t option = 0;
    std::string text; // of the option
    bool is_acknowledged = false;
};

struct TableRecord {
    std::string game;
    std::string table;               // its id; empty: it is not made yet
    std::vector<std::string> tokens; // of the seats
    std::vector<std::string> bots;   // by seat; empty: a person
    // As they were sent. Where one plays after the other this is their order at the table too: nobody chooses before having
    // seen what the choice before led to.
    std::vector<SentChoice> choices;

    [[nodiscard]] SentChoice* find(std::string_view id);
    // The last one of a seat that is, or is not, acknowledged; null: none.
    [[nodiscard]] const SentChoice* last_acknowledged(std::uint32_t seat) const;
    [[nodiscard]] const SentChoice* waiting(std::uint32_t seat) const;
};

// Holds the moves that the server tells of a match that has ended (`player 0: B, 3`, in order) against the choices that were
// sent. Empty, or what does not fit. Moves of bots are not ours. For games without secrets, in which one plays after the other.
std::string compare(const TableRecord& record, const std::vector<std::string>& told);

// A file to which everything is added: whoever reads it knows as much as the one who wrote it.
//
//   table GAME TABLE TOKEN… BOT…      a table was made; nobody: `-`
//   sent TABLE SEAT ID DECISION OPTION TEXT
//   acknowledged TABLE ID
//   ended TABLE
class Journal {
public:
    Journal() = default;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal() { close(); }

    // Adds to the file. False: it cannot be written.
    bool open(const std::string& path);
    void close();

    void record_table(const TableRecord& record);
    void record_sent(const TableRecord& record, const SentChoice& choice);
    void record_acknowledged(const TableRecord& record, const SentChoice& choice);
    void record_ended(const TableRecord& record);

private:
    void write(const std::string& line);

    std::FILE* file_ = nullptr; // null: nothing is written
};

enum class Which : std::uint8_t { NotEnded, All };

// The tables of a journal. False: it cannot be read, or is no journal.
bool read_journal(const std::string& path, Which which, std::vector<TableRecord>& tables);

} // namespace load
