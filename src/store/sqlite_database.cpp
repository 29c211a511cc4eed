#include "store/sqlite_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <system_error>
#include <utility>

namespace tgdl {

namespace {

// A path is a path, whatever it begins with: not `:memory:`, nor an address like `file:…`.
std::string plain_path(const std::string& path) {
    return path.starts_with('/') ? path : "./" + path;
}

} // namespace

// ---- the database ---------------------------------------------------------------------------------------------------

SqliteDatabase::SqliteDatabase(std::string path) : path_(std::move(path)) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(plain_path(path_).c_str(), &handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) {
        fail(code);
    } else if (sqlite3_db_readonly(handle, "main") == 1) {
        fail(SQLITE_READONLY); // SQLite opens it all the same, to be read
    }
}

void SqliteDatabase::Closer::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

void SqliteDatabase::run(const char* sql) {
    if (failed()) {
        return;
    }
    if (const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr); code != SQLITE_OK) {
        fail(code);
    }
}

std::int64_t SqliteDatabase::ask_number(const char* sql) {
    SqliteStatement statement(*this, sql);
    SqliteRows rows = statement.with();
    return rows.next() ? rows.number(0) : 0;
}

std::string SqliteDatabase::ask_text(const char* sql) {
    SqliteStatement statement(*this, sql);
    SqliteRows rows = statement.with();
    return rows.next() ? rows.bytes(0) : std::string();
}

void SqliteDatabase::fail(int code) {
    if (!failed()) {
        code_ = code;
        system_code_ = sqlite3_system_errno(handle());
    }
}

std::string SqliteDatabase::problem() const {
    const std::string reason =
        system_code_ != 0 ? std::generic_category().message(system_code_) : sqlite3_errstr(code_);
    switch (code_ & 0xff) {
    case SQLITE_OK: return {};
    case SQLITE_BUSY: return fmt::format("{} is in use by another server", path_);
    case SQLITE_NOTADB: return fmt::format("{} is no SQLite database", path_);
    case SQLITE_CORRUPT: return fmt::format("{} is damaged", path_);
    case SQLITE_FULL: return fmt::format("there is no room left for {}", path_);
    case SQLITE_READONLY: return fmt::format("{} may not be written", path_);
    case SQLITE_CANTOPEN: return fmt::format("{} cannot be opened: {}", path_, reason);
    case SQLITE_IOERR: return fmt::format("{} cannot be read or written: {}", path_, reason);
    default: return fmt::format("{} cannot be used: {}", path_, sqlite3_errstr(code_));
    }
}

// ---- statements -----------------------------------------------------------------------------------------------------

SqliteStatement::SqliteStatement(SqliteDatabase& database, const char* sql) : database_(database) {
    if (database.failed()) {
        return;
    }
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(database.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    statement_.reset(statement);
    if (code != SQLITE_OK) {
        database.fail(code);
    }
}

void SqliteStatement::Closer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void SqliteStatement::bind(int place, std::string_view bytes) {
    if (database_.failed()) {
        return;
    }
    const char* const data = bytes.empty() ? "" : bytes.data(); // null would be NULL
    const int code = sqlite3_bind_blob64(statement_.get(), place, data, bytes.size(), SQLITE_STATIC);
    if (code != SQLITE_OK) {
        database_.fail(code);
    }
}

void SqliteStatement::bind(int place, std::int64_t number) {
    if (database_.failed()) {
        return;
    }
    if (const int code = sqlite3_bind_int64(statement_.get(), place, number); code != SQLITE_OK) {
        database_.fail(code);
    }
}

SqliteRows::~SqliteRows() {
    if (statement_ != nullptr) { // it is, if it could not be prepared
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }
}

bool SqliteRows::next() {
    if (database_.failed()) {
        return false;
    }
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        database_.fail(code);
    }
    return code == SQLITE_ROW;
}

std::int64_t SqliteRows::number(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::string SqliteRows::bytes(int column) const {
    const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const int size = sqlite3_column_bytes(statement_, column);
    return data != nullptr ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

} // namespace tgdl
