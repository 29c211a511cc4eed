#include "store/queued_store.h"
#include "store/sqlite_database.h"
#include "store/test_stores.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

namespace {

std::atomic<int> syncs = 0;
std::atomic<bool> syncs_fail = false;

int sync_or_fail(long call, int file) {
    ++syncs;
    if (syncs_fail) {
        errno = EIO;
        return -1;
    }
    return static_cast<int>(::syscall(call, file));
}

} // namespace

// SQLite calls these instead of the system's.
extern "C" int fsync(int file) {
    return sync_or_fail(SYS_fsync, file);
}
extern "C" int fdatasync(int file) {
    return sync_or_fail(SYS_fdatasync, file);
}

namespace tgdl {
namespace {

class SqliteStore : public testing::Test {
protected:
    std::unique_ptr<Store> open_store() {
        auto store = open_sqlite(path_);
        EXPECT_TRUE(store.has_value()) << store.error();
        return std::move(store).value_or(nullptr);
    }

    std::string refusal() {
        auto store = open_sqlite(path_);
        return store ? "it was opened" : store.error();
    }

    void write_file(const std::string& content) { std::ofstream(path_, std::ios::binary) << content; }

    static unsigned mode_of(const std::string& path) {
        struct stat status{};
        EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
        return status.st_mode & 0777U;
    }

    TestFolder folder_;
    std::string path_ = folder_.file("tables.db");
};

TEST_F(SqliteStore, WhatIsNoOrdinaryFileIsRefusedAndLeftAsItIs) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0644), 0);

    EXPECT_EQ(refusal(), path_ + " is not an ordinary file"); // and nobody waits for the other end of the pipe
    EXPECT_EQ(mode_of(path_), 0644U);

    ASSERT_EQ(::unlink(path_.c_str()), 0);
    ASSERT_EQ(::mkdir(path_.c_str(), 0755), 0);
    EXPECT_EQ(refusal(), path_ + " is not an ordinary file");
    EXPECT_EQ(mode_of(path_), 0755U);
}

TEST_F(SqliteStore, ADeviceKeepsItsMode) {
    const unsigned before = mode_of("/dev/null");
    path_ = "/dev/null";

    EXPECT_EQ(refusal(), "/dev/null is not an ordinary file");

    EXPECT_EQ(mode_of("/dev/null"), before);
}

// ---- from one server to the next ------------------------------------------------------------------------------------

TEST_F(SqliteStore, WhatWasWrittenIsThereWhenItIsOpenedAgain) {
    auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    append(*store, {"table", 1, 0, {"a", "b"}});
    keep(*store, "rules", "text");
    store.reset();

    store = open_store();

    const OpenedTable table = open(*store, "table", "somebody new");
    EXPECT_EQ(table.head, "head");
    EXPECT_EQ(table.entries, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(find(*store, "rules"), "text");
}

TEST_F(SqliteStore, LeasesEndWithTheServerAndEpochsGrow) {
    auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    store.reset();

    store = open_store();

    EXPECT_NE(append(*store, {"table", 1, 0, {"a"}}), "");
    EXPECT_EQ(open(*store, "table", "you").epoch, 2U);
    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "somebody else has taken this table over");
}

TEST_F(SqliteStore, OneFileIsLeftAtTheEnd) {
    create(*open_store(), {"table", "head", "me", 1h});

    EXPECT_TRUE(std::filesystem::exists(path_));
    EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(path_ + "-shm"));
}

// Appends to a few tables until it is killed, and tells what it was told: table and number of each entry.
[[noreturn]] void append_until_killed(const std::string& path, int out) {
    constexpr int kTables = 5;
    auto opened = open_sqlite(path);
    if (!opened) {
        std::_Exit(1);
    }
    Store& store = **opened;
    std::function<void(int, std::uint64_t, std::uint64_t)> go_on = [&](int table, std::uint64_t epoch,
                                                                       std::uint64_t number) {
        const std::string id = std::to_string(table);
        store.append({id, epoch, number, {fmt::format("entry {} of {}", number, id)}},
                     [&, table, epoch, number](const std::string& problem) {
                         if (!problem.empty()) {
                             std::_Exit(2);
                         }
                         const std::string line = fmt::format("{} {}\n", table, number);
                         if (::write(out, line.data(), line.size()) < 0) {
                             std::_Exit(3);
                         }
                         go_on(table, epoch, number + 1);
                     });
    };
    for (int table = 0; table < kTables; ++table) {
        create(store, {std::to_string(table), "head", "me", 1h});
        const OpenedTable found = open(store, std::to_string(table), "me");
        go_on(table, found.epoch, found.entries.size());
    }
    for (;;) {
        ::pause();
    }
}

TEST_F(SqliteStore, NothingAcknowledgedIsLostWhenTheProcessIsKilled) {
    constexpr int kKills = 10;
    std::map<std::string, std::uint64_t> acknowledged;
    std::mt19937 random(7);

    for (int kill = 0; kill < kKills; ++kill) {
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            append_until_killed(path_, pipe[1]);
        }
        ::close(pipe[1]);
        const std::uint64_t last_line = 50 + random() % 150; // which comes while the next ones are being written
        std::FILE* const lines = ::fdopen(pipe[0], "r");
        std::array<char, 64> table{};
        std::uint64_t number = 0;
        for (std::uint64_t line = 1; std::fscanf(lines, "%60s %lu", table.data(), &number) == 2; ++line) {
            acknowledged[table.data()] = number;
            if (line == last_line) {
                ::kill(child, SIGKILL);
            }
        }
        std::fclose(lines);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself with " << WEXITSTATUS(status);

        const auto store = open_store();
        ASSERT_NE(store, nullptr);
        for (const auto& [id, last] : acknowledged) {
            const std::vector<std::string> entries = open(*store, id, "me").entries;
            EXPECT_GT(entries.size(), last);
            for (std::size_t i = 0; i < entries.size(); ++i) {
                ASSERT_EQ(entries[i], fmt::format("entry {} of {}", i, id));
            }
        }
    }

    ASSERT_EQ(acknowledged.size(), 5U);
    EXPECT_GT(acknowledged.begin()->second, 20U);
}

TEST_F(SqliteStore, WhatIsAcknowledgedHasBeenGivenToTheDisk) {
    const auto store = open_store();

    int before = syncs;
    EXPECT_EQ(create(*store, {"table", "head", "me", 1h}), "");
    EXPECT_GT(syncs, before);

    before = syncs;
    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "");
    EXPECT_GT(syncs, before);

    before = syncs;
    EXPECT_EQ(keep(*store, "rules", "text"), "");
    EXPECT_GT(syncs, before);
}

TEST_F(SqliteStore, ReadingAndRenewingDoNotWaitForTheDisk) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});

    const int before = syncs;
    renew(*store, "me");
    find(*store, "rules");
    open(*store, "table", "me");

    EXPECT_EQ(syncs, before);
}

TEST_F(SqliteStore, TheLogIsMovedToTheFileFromTimeToTime) {
    auto store = open_store();
    create(*store, {"table", "head", "me", 1h});

    for (std::uint64_t number = 0; number < 100; ++number) {
        append(*store, {"table", 1, number, {std::string(200'000, 'x')}});
    }

    EXPECT_LT(std::filesystem::file_size(path_ + "-wal"), 10'000'000U);
    EXPECT_GT(std::filesystem::file_size(path_), 10'000'000U);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

TEST_F(SqliteStore, ASecondServerIsRefused) {
    const auto store = open_store();

    EXPECT_EQ(refusal(), path_ + " is in use by another server");
    EXPECT_EQ(create(*store, {"table", "head", "me", 1h}), "");
}

TEST_F(SqliteStore, ASecondServerInAnotherProcessIsRefused) {
    const pid_t child = ::fork();
    if (child == 0) {
        auto store = open_sqlite(path_);
        ::raise(SIGSTOP);
        std::_Exit(store ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, WUNTRACED);
    ASSERT_TRUE(WIFSTOPPED(status));

    EXPECT_EQ(refusal(), path_ + " is in use by another server");

    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    EXPECT_NE(open_store(), nullptr);
}

TEST_F(SqliteStore, AFileThatIsNoDatabaseIsRefusedAndLeftAlone) {
    const std::string garbage(5'000, 'g');
    write_file(garbage);

    EXPECT_EQ(refusal(), path_ + " is no SQLite database");

    std::ostringstream content;
    content << std::ifstream(path_, std::ios::binary).rdbuf();
    EXPECT_EQ(content.str(), garbage);
}

TEST_F(SqliteStore, ADatabaseOfAnotherProgramIsRefused) {
    write_file("");
    SqliteDatabase(path_).run("CREATE TABLE tables (something)");

    EXPECT_EQ(refusal(), path_ + " is a database of another program");
}

TEST_F(SqliteStore, AFileOfANewerVersionIsRefused) {
    open_store().reset();
    SqliteDatabase(path_).run("PRAGMA user_version = 2");

    EXPECT_EQ(refusal(), path_ + " was written by a newer version of tgdl, in a form that this one does not know");
}

TEST_F(SqliteStore, ADamagedFileIsToldToBeDamaged) {
    auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    store.reset();
    std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out).seekp(4'096) << std::string(30'000, '\x55');

    store = open_store();

    ASSERT_NE(store, nullptr);
    EXPECT_EQ(try_open(*store, "table", "me").error(), path_ + " is damaged");
}

TEST_F(SqliteStore, AFolderThatIsNotThereIsNamed) {
    path_ = folder_.file("nowhere/tables.db");

    EXPECT_EQ(refusal(), path_ + " cannot be made: No such file or directory");
}

TEST_F(SqliteStore, AFolderIsNoFile) {
    std::filesystem::create_directory(path_);

    EXPECT_EQ(refusal(), path_ + " is not an ordinary file");
}

TEST_F(SqliteStore, AFileThatMayNotBeWrittenIsRefused) {
    open_store().reset();
    ASSERT_EQ(::chmod(path_.c_str(), 0444), 0);
    ASSERT_EQ(::chmod(std::filesystem::path(path_).parent_path().c_str(), 0777), 0);

    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setuid(65'534) != 0) { // root may write everything
            std::_Exit(2);
        }
        std::_Exit(refusal() == path_ + " may not be written" ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);

    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(SqliteStore, AnyNameIsTheNameOfAFile) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(std::filesystem::path(path_).parent_path());

    for (const char* const name : {":memory:", "file:tables.db?mode=memory"}) {
        EXPECT_TRUE(open_sqlite(name).has_value());
        EXPECT_TRUE(std::filesystem::exists(name)) << name;
    }

    std::filesystem::current_path(before);
}

// ---- secrets --------------------------------------------------------------------------------------------------------

TEST_F(SqliteStore, NobodyElseMayReadTheFileNorItsLog) {
    const mode_t before = ::umask(0);
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    ::umask(before);

    EXPECT_EQ(mode_of(path_), 0600U);
    EXPECT_EQ(mode_of(path_ + "-wal"), 0600U);
    EXPECT_FALSE(std::filesystem::exists(path_ + "-shm"));
}

TEST_F(SqliteStore, AFileThatOthersCouldReadIsClosedToThem) {
    open_store().reset();
    ASSERT_EQ(::chmod(path_.c_str(), 0644), 0);

    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});

    EXPECT_EQ(mode_of(path_), 0600U);
    EXPECT_EQ(mode_of(path_ + "-wal"), 0600U);
}

// ---- when nothing can be written ------------------------------------------------------------------------------------

// No file of this process can grow beyond this, as if the disk were full.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : action_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, action_);
    }

private:
    void (*action_)(int);
    rlimit before_{};
};

TEST_F(SqliteStore, WhatDoesNotFitIsAProblemAndLaterThingsAreWrittenAgain) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    {
        const FileSizeLimit limit(200'000);

        const std::string problem = append(*store, {"table", 1, 0, {std::string(1'000'000, 'x')}});
        EXPECT_TRUE(problem.starts_with(path_ + " cannot be read or written: ")) << problem;
        EXPECT_EQ(append(*store, {"table", 1, 0, {"small"}}), "");
    }

    EXPECT_EQ(append(*store, {"table", 1, 1, {std::string(1'000'000, 'x')}}), "");
    EXPECT_EQ(open(*store, "table", "me").entries.size(), 2U);
}

TEST_F(SqliteStore, ADiskThatDoesNotTakeItIsAProblemAndLaterThingsAreWrittenAgain) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});

    syncs_fail = true;
    const std::string problem = append(*store, {"table", 1, 0, {"a"}});
    syncs_fail = false;

    EXPECT_TRUE(problem.starts_with(path_ + " cannot be read or written: ")) << problem;
    EXPECT_EQ(append(*store, {"table", 1, 0, {"b"}}), "");
    EXPECT_EQ(open(*store, "table", "me").entries, std::vector<std::string>{"b"});
}

TEST_F(SqliteStore, AFullDiskIsToldToBeFull) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
    const auto refuse = +[](int, const void*, std::size_t, off_t) -> ssize_t {
        errno = ENOSPC;
        return -1;
    };

    const sqlite3_syscall_ptr before = system->xGetSystemCall(system, "pwrite64");
    system->xSetSystemCall(system, "pwrite64", reinterpret_cast<sqlite3_syscall_ptr>(refuse));
    const std::string problem = append(*store, {"table", 1, 0, {"a"}});
    system->xSetSystemCall(system, "pwrite64", before);

    EXPECT_EQ(problem, "there is no room left for " + path_);
    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "");
}

TEST_F(SqliteStore, WhatDoesNotFitFailsAloneAmongOthers) {
    const auto store = open_store();
    std::vector<std::string> problems;
    const auto note = [&](std::string problem) { problems.push_back(std::move(problem)); };
    create(*store, {"table", "head", "me", 1h});
    const FileSizeLimit limit(200'000);

    // They pile up while the first one is answered.
    Waiting<std::string> last;
    store->find("nothing", [&](const auto& /*answer*/) {
        store->append({"table", 1, 0, {"a"}}, note);
        store->keep("rules", std::string(1'000'000, 'x'), note);
        store->create({"other", "head", "me", 1h}, note);
        store->append({"table", 1, 1, {"b"}}, last.give());
    });

    EXPECT_EQ(last.wait(), "");
    ASSERT_EQ(problems.size(), 3U);
    EXPECT_EQ(problems[0], "");
    EXPECT_TRUE(problems[1].starts_with(path_ + " cannot be read or written: ")) << problems[1];
    EXPECT_EQ(problems[2], "");
    EXPECT_EQ(open(*store, "table", "me").entries, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(find(*store, "rules"), std::nullopt);
}

} // namespace
} // namespace tgdl
