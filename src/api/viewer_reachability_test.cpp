// What a viewer reaches, in matches of rules: the library below has no compiler to make them.
#include "match/viewer_reachability.h"

#include "api/engine.h"
#include "api/memory_loader.h"
#include "match/flow.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

constexpr std::string_view kHats = R"(
game "hats";
players 2;

class Note { }
class Box { Note note = null; }
class Plain { }
player class Hat
{
    Box box = null;
    visible box viewer { return viewer == this.player; }
}
global class Desk { Plain plain = new Plain(); }

setup
{
    Hat[0].box = new Box() { note = new Note() };
}

action Show
{
    trigger PlayerChoiceEvent;
    effect { Shown.note = Hat[0].box.note; }
}

global class Shown { Note note = null; }
)";

class ViewerReachability : public testing::Test {
protected:
    ViewerReachability() {
        MemoryLoader loader;
        loader.add("hats.tgdl", std::string(kHats));
        rules_ = load_rules(loader, "hats.tgdl");
        EXPECT_NE(rules_.program, nullptr) << render_text(rules_.sources, rules_.diagnostics);
        match_ = std::make_unique<Match>(rules_.program, 2, MatchSeed::from(1));
    }

    // The one instance of that class.
    Handle instance_of(const std::string& name) {
        const std::vector<ClassInfo>& classes = rules_.program->classes;
        const auto found = std::ranges::find(classes, name, &ClassInfo::name);
        const auto index = static_cast<ClassIndex>(found - classes.begin());
        std::vector<Handle> instances;
        match_->flow().machine.collect_tracked(index, index, instances);
        EXPECT_EQ(instances.size(), 1U) << name;
        return instances.at(0);
    }
    bool reaches(std::uint32_t player, const std::string& name) {
        return is_reachable_by(match_->flow(), player, instance_of(name));
    }

    LoadedRules rules_;
    std::unique_ptr<Match> match_;
};

TEST_F(ViewerReachability, LeadsThroughAttributesThatTheViewerSees) {
    EXPECT_TRUE(reaches(0, "Box"));
    EXPECT_TRUE(reaches(0, "Plain"));
    EXPECT_TRUE(reaches(1, "Plain"));
}

TEST_F(ViewerReachability, EndsAtAnAttributeThatTheViewerDoesNotSee) {
    EXPECT_FALSE(reaches(1, "Box"));
}

TEST_F(ViewerReachability, EndsBeforeWhatAHiddenInstanceHolds) {
    EXPECT_TRUE(reaches(0, "Note"));
    EXPECT_FALSE(reaches(1, "Note"));
}

TEST_F(ViewerReachability, LeadsThroughAnyOfSeveralWays) {
    match_->choose(0);

    EXPECT_TRUE(reaches(1, "Note"));
    EXPECT_FALSE(reaches(1, "Box"));
}

TEST_F(ViewerReachability, IsSearchedOnceWithinAScope) {
    MatchFlow& flow = match_->flow();
    const Handle box = instance_of("Box");
    {
        const ReachabilityScope scope(flow.reachability_cache);
        EXPECT_FALSE(is_reachable_by(flow, 1, box));
        EXPECT_FALSE(is_reachable_by(flow, 1, box));
        EXPECT_FALSE(flow.reachability_cache.by_player.empty());
    }

    EXPECT_TRUE(flow.reachability_cache.by_player.empty());
}

TEST_F(ViewerReachability, IsSearchedAnewWhileAScopeIsPaused) {
    MatchFlow& flow = match_->flow();
    const ReachabilityScope scope(flow.reachability_cache);
    EXPECT_TRUE(reaches(0, "Box"));
    {
        const ReachabilityPause pause(flow.reachability_cache);
        EXPECT_TRUE(flow.reachability_cache.by_player.empty());
    }

    EXPECT_FALSE(flow.reachability_cache.by_player.empty());
}

} // namespace
} // namespace tgdl
