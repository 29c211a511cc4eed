#include "server/site.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <unistd.h>

namespace tgdl {
namespace {

// A folder that is gone at the end.
class SiteTest : public testing::Test {
protected:
    SiteTest() : folder_(std::filesystem::temp_directory_path() / ("tgdl_site_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_ / "game" / "pictures");
    }
    ~SiteTest() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
    [[nodiscard]] std::string game_folder() const { return (folder_ / "game").string(); }

    std::filesystem::path folder_;
};

HttpAnswer ask(Site& site, const std::string& path, bool takes_gzip = false) {
    std::promise<HttpAnswer> answered;
    site.answer({path, {}, takes_gzip}, [&](HttpAnswer answer) { answered.set_value(std::move(answer)); });
    return answered.get_future().get();
}

std::string header_of(const HttpAnswer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

constexpr const char* kRules =
    "game \"stone\";\nplayers 1;\n\n/// Take it.\naction Take\n{\n    trigger PlayerChoiceEvent;\n"
    "    effect { winner player.active(); }\n}\n";

TEST_F(SiteTest, PicturesAndStylesOfAGameAreGivenOut) {
    write("game/pictures/crown.svg", "<svg/>");
    write("game/stone.css", ".tile {}");

    const HttpAnswer picture = answer_picture(game_folder(), "pictures/crown.svg");
    const HttpAnswer style = answer_picture(game_folder(), "stone.css");

    EXPECT_EQ(picture.status, 200U);
    EXPECT_EQ(*picture.body, "<svg/>");
    EXPECT_EQ(picture.type, "image/svg+xml");
    EXPECT_EQ(style.type, "text/css; charset=utf-8");
}

TEST_F(SiteTest, APictureCanDoNothing) {
    write("game/crown.svg", "<svg><script>alert(1)</script></svg>");

    const std::string policy = header_of(answer_picture(game_folder(), "crown.svg"), "Content-Security-Policy");

    EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(policy.find("script-src"), std::string::npos);
}

TEST_F(SiteTest, NothingElseInTheFolderIsGivenOut) {
    write("game/stone.tgdl", kRules);
    write("game/tgdl-tables.db", "secrets");
    write("game/.hidden.png", "x");

    for (const char* name : {"stone.tgdl", "tgdl-tables.db", ".hidden.png", "pictures", "missing.png", ""}) {
        EXPECT_EQ(answer_picture(game_folder(), name).status, 404U) << name;
    }
}

TEST_F(SiteTest, NoPathLeadsOutOfTheFolder) {
    write("outside.png", "x");
    std::filesystem::create_symlink(folder_ / "outside.png", folder_ / "game" / "link.png");
    std::filesystem::create_directory_symlink(folder_, folder_ / "game" / "up");

    const std::string whole = (folder_ / "outside.png").string();
    for (const std::string& name : {std::string("../outside.png"), std::string("pictures/../../outside.png"),
                                    std::string("link.png"), std::string("up/outside.png"), whole}) {
        EXPECT_EQ(answer_picture(game_folder(), name).status, 404U) << name;
    }
}

TEST_F(SiteTest, TheRulebookOfAGameIsAPageThatRunsNothing) {
    write("game/stone.tgdl", kRules);
    Shelf shelf;
    ASSERT_EQ(shelf.add_file(game_folder() + "/stone.tgdl"), "");
    Site site(shelf, {});

    const HttpAnswer rules = ask(site, "/rules/stone");

    EXPECT_EQ(rules.status, 200U);
    EXPECT_NE(rules.body->find("Take it."), std::string::npos);
    EXPECT_EQ(header_of(rules, "Content-Security-Policy").find("script-src"), std::string::npos);
    EXPECT_EQ(ask(site, "/rules/stone").body, rules.body); // not written twice
    EXPECT_EQ(ask(site, "/rules/chess").status, 404U);
}

TEST_F(SiteTest, TheRulebookOfAGameThatIsDesignedFollowsItsFile) {
    const std::string file = game_folder() + "/stone.tgdl";
    write("game/stone.tgdl", kRules);
    Shelf shelf;
    ASSERT_EQ(shelf.add_file(file), "");
    Site site(shelf, file);
    ASSERT_NE(ask(site, "/rules/stone").body->find("Take it."), std::string::npos);

    std::string other = kRules;
    other.replace(other.find("Take it."), 8, "Grab it.");
    write("game/stone.tgdl", other);

    EXPECT_NE(ask(site, "/rules/stone").body->find("Grab it."), std::string::npos);
    write("game/stone.tgdl", "game");
    EXPECT_EQ(ask(site, "/rules/stone").status, 503U);
}

TEST_F(SiteTest, EveryTableIsTheSamePage) {
    const Shelf shelf;
    Site site(shelf, {});

    const HttpAnswer page = ask(site, "/");

    EXPECT_EQ(page.type, "text/html; charset=utf-8");
    EXPECT_EQ(ask(site, "/table/x7").body, page.body);
    EXPECT_EQ(ask(site, "/page.js").type, "text/javascript; charset=utf-8");
    EXPECT_EQ(ask(site, "/table/").status, 404U);
    EXPECT_EQ(ask(site, "/nothing").status, 404U);
}

TEST_F(SiteTest, ThePageIsSentCompressedToThoseWhoTakeIt) {
    const Shelf shelf;
    Site site(shelf, {});

    const HttpAnswer plain = ask(site, "/page.js");
    const HttpAnswer compressed = ask(site, "/page.js", true);

    EXPECT_EQ(header_of(plain, "Content-Encoding"), "");
    EXPECT_EQ(header_of(compressed, "Content-Encoding"), "gzip");
    EXPECT_EQ(header_of(plain, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header_of(compressed, "Vary"), "Accept-Encoding");
    EXPECT_EQ(compressed.type, plain.type);
    EXPECT_LT(compressed.body->size(), plain.body->size() / 2);
    EXPECT_NE(compressed.etag, plain.etag);
    EXPECT_EQ(ask(site, "/page.js.gz", true).status, 404U);
}

} // namespace
} // namespace tgdl
