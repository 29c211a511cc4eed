#include "net/mailbox.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <memory>
#include <thread>

namespace tgdl {
namespace {

TEST(Mailbox, WakesOnceForAllThatLiesInIt) {
    int wakes = 0;
    int done = 0;
    Mailbox mailbox([&] { ++wakes; });
    std::vector<Mailbox::Work> mail;

    for (int times = 0; times < 10; ++times) {
        mailbox.put([&] { ++done; });
    }
    mailbox.take(mail);
    for (const Mailbox::Work& work : mail) {
        work();
    }

    EXPECT_EQ(wakes, 1);
    EXPECT_EQ(done, 10);
    mailbox.put([] {});
    EXPECT_EQ(wakes, 2);
}

TEST(Mailbox, KeepsTheOrderOfEachThread) {
    Mailbox mailbox([] {});
    std::vector<std::vector<int>> seen(4);

    std::vector<std::thread> threads;
    for (std::vector<int>& mine : seen) {
        threads.emplace_back([&] {
            for (int number = 0; number < 1000; ++number) {
                mailbox.put([&mine, number] { mine.push_back(number); });
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::vector<Mailbox::Work> mail;
    mailbox.take(mail);
    for (const Mailbox::Work& work : mail) {
        work();
    }

    for (const std::vector<int>& mine : seen) {
        ASSERT_EQ(mine.size(), 1000U);
        EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    }
}

TEST(Mailbox, ThrowsAwayWhatIsInItWhenItShutsAndWhatComesLater) {
    int wakes = 0;
    Mailbox mailbox([&] { ++wakes; });
    const auto held = std::make_shared<int>(1);
    mailbox.put([held] {});

    mailbox.shut();
    mailbox.put([held] {});

    EXPECT_EQ(held.use_count(), 1);
    EXPECT_EQ(wakes, 1);
    std::vector<Mailbox::Work> mail;
    mailbox.take(mail);
    EXPECT_TRUE(mail.empty());
}

TEST(Mailbox, MayBeUsedByWhatItThrowsAway) {
    Mailbox mailbox([] {});
    const auto last_words = [&](int* pointer) {
        mailbox.put([] {});
        delete pointer;
    };
    std::shared_ptr<int> held(new int(1), last_words);
    mailbox.put([held] {});
    held.reset();

    mailbox.shut(); // would wait for itself for ever

    std::vector<Mailbox::Work> mail;
    mailbox.take(mail);
    EXPECT_TRUE(mail.empty());
}

} // namespace
} // namespace tgdl
