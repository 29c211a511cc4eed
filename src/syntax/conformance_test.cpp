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

TEST(Conformance, EveryProgramThatIsRightParsesWithoutAnError) {
    for (const std::filesystem::path& path : conformance_programs()) {
        SCOPED_TRACE(path.string());
        const TestSource program(read_all(path));
        if (program.source().text().find("// error:") != std::string_view::npos) {
            continue;
        }

        EXPECT_EQ(program.diagnostics().error_count(), 0U) << program.reported();
    }
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

} // namespace
} // namespace tgdl
