// A thin layer over SQLite's C interface: what is opened is closed, and the first thing that goes wrong is remembered.
//
//   SqliteStatement find(database, "SELECT head FROM tables WHERE id = ?");
//   if (SqliteRows rows = find.with(id); rows.next()) { use(rows.bytes(0)); }
//   if (database.failed()) { tell(database.problem()); }
//
// After something went wrong, statements do nothing and find nothing until forget_problem(): a sequence of them can be
// written without asking after each one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

struct sqlite3;
struct sqlite3_stmt;

namespace tgdl {

class SqliteDatabase {
public:
    // The file must be there.
    explicit SqliteDatabase(std::string path);

    void run(const char* sql); // one or several statements without values
    [[nodiscard]] std::int64_t ask_number(const char* sql);
    [[nodiscard]] std::string ask_text(const char* sql);

    [[nodiscard]] bool failed() const { return code_ != 0; }
    [[nodiscard]] int code() const { return code_; } // SQLite's, with what it adds to it; 0: nothing is wrong
    [[nodiscard]] std::string problem() const;       // in words
    void forget_problem() { code_ = 0; }
    void fail(int code);

    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    struct Closer {
        void operator()(sqlite3* handle) const;
    };

    std::string path_;
    std::unique_ptr<sqlite3, Closer> handle_;
    int code_ = 0;
    int system_code_ = 0;
};

// What a statement finds, row by row. The statement is free for others at its end.
class SqliteRows {
public:
    SqliteRows(SqliteDatabase& database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
    SqliteRows(const SqliteRows&) = delete;
    SqliteRows& operator=(const SqliteRows&) = delete;
    ~SqliteRows();

    bool next();
    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::string bytes(int column) const;

private:
    SqliteDatabase& database_;
    sqlite3_stmt* statement_;
};

// Prepared once, run many times. Its database lives longer than it does.
class SqliteStatement {
public:
    SqliteStatement(SqliteDatabase& database, const char* sql);

    // The values are not copied: they must stay where they are as long as the rows are used.
    template <typename... Values>
    [[nodiscard]] SqliteRows with(const Values&... values) {
        int place = 0;
        (bind(++place, values), ...);
        return {database_, statement_.get()};
    }

    template <typename... Values>
    void run(const Values&... values) {
        SqliteRows rows = with(values...);
        while (rows.next()) {
        }
    }

private:
    struct Closer {
        void operator()(sqlite3_stmt* statement) const;
    };

    void bind(int place, std::string_view bytes);
    void bind(int place, std::int64_t number);
    void bind(int place, std::uint64_t number) { bind(place, static_cast<std::int64_t>(number)); }

    SqliteDatabase& database_;
    std::unique_ptr<sqlite3_stmt, Closer> statement_;
};

} // namespace tgdl
