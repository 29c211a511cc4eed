#include "api/diagnostics_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Any diagnostic of the catalog will do.
constexpr DiagnosticKind kKind{};

class JsonReportTest : public testing::Test {
protected:
    [[nodiscard]] std::string head(const Diagnostic& diagnostic) const {
        const CatalogEntry& entry = catalog_entry(kKind);
        std::string message = diagnostic.message();
        for (std::size_t at = 0; (at = message.find('"', at)) != std::string::npos; at += 2) {
            message.replace(at, 1, "\\\"");
        }
        return fmt::format(R"({{"code":"{}","severity":"error","message":"{}")", entry.code, message);
    }

    SourceSet sources_;
    Diagnostics diagnostics_;
    JsonReport report_;
};

TEST_F(JsonReportTest, IsAnEmptyListWhenThereIsNothingToSay) {
    report_.add_diagnostics(sources_, diagnostics_);

    EXPECT_EQ(report_.diagnostics(), "[]\n");
    EXPECT_EQ(report_.diagnostics_and_traits(), "{\"diagnostics\": [],\n\"traits\": []}\n");
}

TEST_F(JsonReportTest, HasAllKeysOfADiagnostic) {
    const FileId file = sources_.add("war.tgdl", "é Crad\nx");
    diagnostics_.report(kKind, Span{file, 3, 7}, "a", "b", "c")
        .note({file, 8, 9}, "here")
        .with_help("mend it")
        .replace({file, 3, 7}, "Card");

    report_.add_diagnostics(sources_, diagnostics_);

    const std::string head_text = head(diagnostics_.all()[0]);
    EXPECT_EQ(
        report_.diagnostics(),
        "[\n  " + head_text
            + R"(,"path":"war.tgdl","line":1,"column":3,"end_line":1,"end_column":7,)"
              R"("notes":[{"message":"here","path":"war.tgdl","line":2,"column":1,"end_line":2,"end_column":2}],)"
              R"("help":"mend it",)"
              R"("replacement":{"path":"war.tgdl","line":1,"column":3,"end_line":1,"end_column":7,"text":"Card"}})"
              "\n]\n");
}

TEST_F(JsonReportTest, SaysNullForWhatIsNotThere) {
    const FileId file = sources_.add("war.tgdl", "x");
    diagnostics_.report(kKind, Span{file, 1, 1}, "a", "b", "c");
    diagnostics_.report(kKind, Span{file, 0, 1}, "a", "b", "c");

    report_.add_diagnostics(sources_, diagnostics_);

    const std::string head_text = head(diagnostics_.all()[0]);
    EXPECT_EQ(report_.diagnostics(), "[\n  " + head_text
                                         + R"(,"path":"war.tgdl","line":1,"column":2,"end_line":1,"end_column":2,)"
                                           R"("notes":[],"help":null,"replacement":null},)"
                                           "\n  "
                                         + head_text
                                         + R"(,"path":"war.tgdl","line":1,"column":1,"end_line":1,"end_column":2,)"
                                           R"("notes":[],"help":null,"replacement":null})"
                                           "\n]\n");
}

TEST_F(JsonReportTest, IsValidWhateverTheFileHolds) {
    const FileId file = sources_.add("w\xff"
                                     "ar.tgdl",
                                     "\xfe\x01");
    diagnostics_.report(kKind, Span{file, 0, 1}, "\xfe", "b", "c").with_help("\xfe\x01");

    report_.add_diagnostics(sources_, diagnostics_);

    EXPECT_NE(report_.diagnostics().find("\"help\":\"\uFFFD\\u0001\""), std::string::npos);
    EXPECT_NE(report_.diagnostics().find("w\uFFFDar.tgdl"), std::string::npos);
}

} // namespace
} // namespace tgdl
