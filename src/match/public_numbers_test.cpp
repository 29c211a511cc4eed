#include "match/public_numbers.h"

#include "vm/code_for_test.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace tgdl {
namespace {

class PublicNumbers : public CodeTest {
protected:
    static constexpr std::uint16_t kPublicWord = kFirstAttribute + 1;

    PublicNumbers() {
        for (const ClassIndex each : {kThing, kSpecial}) {
            program_.classes[each].size = kFirstAttribute + 2;
            program_.classes[each].public_word = kPublicWord;
        }
        program_.public_numbers = true;
    }

    std::vector<Handle> make(ClassIndex of, std::size_t count) {
        std::vector<Handle> made;
        for (std::size_t i = 0; i < count; ++i) {
            made.push_back(machine().make_instance(of));
        }
        return made;
    }
    std::vector<std::uint32_t> numbers(const std::vector<Handle>& instances) {
        std::vector<std::uint32_t> all;
        for (const Handle each : instances) {
            all.push_back(machine().public_number_of(each));
        }
        return all;
    }
};

TEST_F(PublicNumbers, AreTheRealOnesAtFirst) {
    const std::vector<Handle> things = make(kThing, 3);

    const std::vector<std::uint32_t> before = numbers(things);

    EXPECT_TRUE(std::ranges::is_sorted(before));
    EXPECT_EQ(std::ranges::adjacent_find(before), before.end());
}

TEST_F(PublicNumbers, AreDealtOutAmongTheSameInstances) {
    const std::vector<Handle> things = make(kThing, 20);
    std::vector<std::uint32_t> before = numbers(things);
    RandomState generator = seed_random(1);

    deal_public_numbers(machine(), things, generator);

    std::vector<std::uint32_t> after = numbers(things);
    EXPECT_NE(after, before);
    EXPECT_TRUE(std::ranges::is_permutation(after, before));
}

TEST_F(PublicNumbers, StayWithinTheirClass) {
    std::vector<Handle> all = make(kThing, 10);
    const std::vector<Handle> things = all;
    const std::vector<Handle> specials = make(kSpecial, 10);
    all.insert(all.end(), specials.begin(), specials.end());
    const std::vector<std::uint32_t> before = numbers(specials);
    RandomState generator = seed_random(1);

    deal_public_numbers(machine(), all, generator);

    EXPECT_TRUE(std::ranges::is_permutation(numbers(specials), before));
}

TEST_F(PublicNumbers, DependOnTheGeneratorAlone) {
    const std::vector<Handle> things = make(kThing, 20);
    Memory& memory = machine().memory;
    const auto mark = memory.mark();
    RandomState generator = seed_random(7);
    deal_public_numbers(machine(), things, generator);
    const std::vector<std::uint32_t> first = numbers(things);
    memory.rewind(mark);

    generator = seed_random(7);
    deal_public_numbers(machine(), things, generator);

    EXPECT_EQ(numbers(things), first);
}

TEST_F(PublicNumbers, AreTakenBackWithEverythingElse) {
    const std::vector<Handle> things = make(kThing, 20);
    const std::vector<std::uint32_t> before = numbers(things);
    Memory& memory = machine().memory;
    const auto mark = memory.mark();
    RandomState generator = seed_random(1);
    deal_public_numbers(machine(), things, generator);

    memory.rewind(mark);

    EXPECT_EQ(numbers(things), before);
}

TEST(SeenInPart, IsAClassWithAnAttributeThatCanBeHidden) {
    ClassInfo info;
    info.public_word = 5;
    info.attributes.resize(1);
    EXPECT_FALSE(is_seen_in_part(info));

    info.attributes[0].visible = {0};

    EXPECT_TRUE(is_seen_in_part(info));
}

TEST(SeenInPart, IsNoClassWhoseNumbersAreTheRealOnes) {
    ClassInfo info;
    info.attributes.resize(1);
    info.attributes[0].visible = {0};

    EXPECT_FALSE(is_seen_in_part(info));
}

} // namespace
} // namespace tgdl
