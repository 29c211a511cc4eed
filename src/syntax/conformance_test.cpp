// Every conformance program: nothing is lost, and what must be accepted gives no message.
#include "syntax/test_source.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace tgdl {
namespace {

std::vector<std::filesystem::path> conformance_programs() {
    std::vector<std::filesystem::path> paths;
    const std::filesystem::path folder = std::filesystem::path(TGDL_SOURCE_DIR) / "tests" / "conformance";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".tgdl") {
            paths.push_back(entry.path());
        }
    }
    return paths;
}

std::string read_all(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(Conformance, EveryProgramPrintsBackFromItsTree) {
    const std::vector<std::filesystem::path> paths = conformance_programs();
    ASSERT_GT(paths.size(), 300U);
    for (const std::filesystem::path& path : paths) {
        SCOPED_TRACE(path.string());
        const TestSource program(read_all(path));

        EXPECT_EQ(program.tree().print(), program.source().text());
    }
}

// tests/conformance_passing.txt names what `tgdl run` plays already; a line is `run PATH`.
TEST(Conformance, EveryProgramThatIsPlayedParsesWithoutAnError) {
    std::ifstream list(TGDL_SOURCE_DIR "/tests/conformance_passing.txt");
    std::size_t played = 0;
    for (std::string part, program_path; list >> part >> program_path;) {
        if (part != "run") {
            continue;
        }
        ++played;
        SCOPED_TRACE(program_path);
        const TestSource program(read_all(TGDL_SOURCE_DIR "/tests/conformance/" + program_path));

        EXPECT_EQ(program.diagnostics().error_count(), 0U) << program.reported();
    }
    EXPECT_GT(played, 200U);
}

TEST(Conformance, CutShortAnywhereAProgramStillPrintsBack) {
    for (const std::filesystem::path& path : conformance_programs()) {
        const std::string whole = read_all(path);
        for (std::size_t length = 1; length < whole.size(); length += whole.size() / 7 + 1) {
            const TestSource part(whole.substr(0, length));

            ASSERT_EQ(part.tree().print(), part.source().text()) << path << " cut at " << length;
        }
    }
}

// Recovery always goes on: what begins no value, member or statement ends the list it stands in.
TEST(Conformance, WithAnythingPutBetweenTwoWordsAProgramStillPrintsBack) {
    const char* const pieces[] = {" import \"hand.tgdl\"; ", " class \"x\" ", " } ) ] ", " , ; ",
                                  " case \"a\" { ",          " $\"{ "};
    std::size_t next = 0;
    for (const std::filesystem::path& path : conformance_programs()) {
        const std::string whole = read_all(path);
        for (std::size_t place = whole.find(' '); place != std::string::npos; place = whole.find(' ', place + 9)) {
            const char* piece = pieces[next++ % std::size(pieces)];
            const TestSource changed(std::string(whole).insert(place, piece));

            ASSERT_EQ(changed.tree().print(), changed.source().text()) << path << ": " << piece << " at " << place;
        }
    }
}

} // namespace
} // namespace tgdl
