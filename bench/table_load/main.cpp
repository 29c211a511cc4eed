// Plays many matches at a server at once, and measures how long a choice takes to be acknowledged.
//
// The load is open: choices are due at moments that do not depend on how fast the server is, and the time of each counts from
// the moment it was due. A server that stalls is charged for all that had to wait meanwhile.
//
// Everything that the server promises is checked on the way (table_player.h); the program ends with 1 when a promise was broken.
#include "bench/table_load/abusive_clients.h"
#include "bench/table_load/table_player.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace load {

namespace {

volatile std::sig_atomic_t time_is_up = 0;

struct Plan {
    std::vector<std::uint16_t> ports;
    std::vector<std::string> games;
    std::size_t matches = 0;
    std::size_t bot_matches = 0; // of them
    std::string bot = "random";
    double rate = 0; // choices in a second, of all matches together
    double seconds = 10;
    AbusePlan abuse;
    std::string journal;
    std::string resumed;
    bool resumes_ended = false;
    bool checks_matches = false;
    bool finishes = false;
    bool is_json = false;
};

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Clock::duration to_duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

class Load {
public:
    Load(const Plan& plan, Figures& figures, Journal& journal)
        : plan_(plan),
          figures_(figures),
          crew_{.poll = poll_,
                .figures = figures,
                .journal = journal,
                .ports = plan.ports,
                .checks_matches = plan.checks_matches,
                .hand_back = [this](Moment due) { due_.push_back(due); }} {}

    // Takes the seats of all tables; false: not within a minute.
    bool open(std::vector<TableRecord> resumed);
    // Until the time is up.
    void play();
    // Goes on until every match has ended, and no new one is begun; false: not within two minutes.
    bool finish();
    void count_waiting();

private:
    void make_players(const std::vector<TableRecord>& resumed);
    void choose_what_is_due(Moment now);
    bool give_to_a_table(Moment due);

    const Plan& plan_;
    Figures& figures_;
    Poll poll_;
    Crew crew_;
    std::vector<std::unique_ptr<TablePlayer>> players_;
    std::size_t turn_ = 0;
    std::deque<Moment> due_;
    Moment next_due_;
};

void Load::make_players(const std::vector<TableRecord>& resumed) {
    for (const TableRecord& record : resumed) {
        players_.push_back(std::make_unique<TablePlayer>(crew_, record.game, record.bots));
        players_.back()->stop_after_match();
    }
    for (std::size_t i = players_.size(); i < plan_.matches; ++i) {
        const std::vector<std::string> bots = {"", i < plan_.bot_matches ? plan_.bot : ""};
        players_.push_back(std::make_unique<TablePlayer>(crew_, plan_.games[i % plan_.games.size()], bots));
    }
}

bool Load::open(std::vector<TableRecord> resumed) {
    constexpr std::chrono::seconds kPatience{60};
    constexpr std::ptrdiff_t kAtOnce = 32;
    make_players(resumed);
    std::size_t next = 0;
    const Moment end = Clock::now() + kPatience;
    const auto count_opening = [this] {
        return std::ranges::count_if(players_, [](const auto& player) { return player->is_opening(); });
    };
    while (time_is_up == 0 && Clock::now() < end) {
        for (std::ptrdiff_t opening = count_opening(); opening < kAtOnce && next < players_.size(); ++opening) {
            if (next < resumed.size()) {
                players_[next]->resume(std::move(resumed[next]));
            } else {
                players_[next]->begin();
            }
            ++next;
        }
        if (next == players_.size() && count_opening() == 0) {
            return true;
        }
        poll_.wait(Clock::now() + std::chrono::milliseconds(10));
    }
    return time_is_up != 0;
}

// One table after the other.
bool Load::give_to_a_table(Moment due) {
    for (std::size_t i = 0; i < players_.size(); ++i) {
        TablePlayer& player = *players_[turn_++ % players_.size()];
        if (player.takes_choices()) {
            player.choose(due);
            return true;
        }
    }
    return false;
}

// At random moments, as many people who know nothing of each other choose.
void Load::choose_what_is_due(Moment now) {
    while (next_due_ <= now) {
        due_.push_back(next_due_);
        const double share = (static_cast<double>(draw_number() >> 11U) + 1) / 9007199254740993.0; // 0 to 1, without 0
        next_due_ += to_duration(-std::log(share) / plan_.rate);
    }
    while (!due_.empty() && give_to_a_table(due_.front())) {
        due_.pop_front();
    }
}

void Load::play() {
    const Moment begin = Clock::now();
    const double spent = processor_seconds();
    const Moment end = begin + to_duration(plan_.seconds);
    next_due_ = plan_.rate > 0 ? begin : end + std::chrono::hours(1);
    while (time_is_up == 0 && Clock::now() < end) {
        choose_what_is_due(Clock::now());
        poll_.wait(std::min(next_due_, end));
    }
    figures_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    figures_.processor_seconds = processor_seconds() - spent;
    figures_.acknowledged_in_time = figures_.acknowledged;
}

bool Load::finish() {
    constexpr std::chrono::seconds kPatience{120};
    const Moment end = Clock::now() + kPatience;
    for (const auto& player : players_) {
        player->stop_after_match();
    }
    while (Clock::now() < end) {
        if (std::ranges::all_of(players_, [](const auto& player) { return player->is_resting(); })) {
            due_.clear();
            return true;
        }
        choose_what_is_due(Clock::now());
        poll_.wait(std::min(next_due_, end));
    }
    return false;
}

void Load::count_waiting() {
    std::vector<Moment> waiting(due_.begin(), due_.end());
    for (const auto& player : players_) {
        const std::vector<Moment> there = player->waiting();
        waiting.insert(waiting.end(), there.begin(), there.end());
    }
    figures_.waiting = waiting.size();
    for (const Moment due : waiting) {
        const double time = std::chrono::duration<double, std::milli>(Clock::now() - due).count();
        figures_.longest_waiting = std::max(figures_.longest_waiting, time);
    }
}

int run(const Plan& plan) {
    Figures figures;
    Journal journal;
    std::vector<TableRecord> resumed;
    if (!plan.resumed.empty()
        && !read_journal(plan.resumed, plan.resumes_ended ? Which::All : Which::NotEnded, resumed)) {
        std::fprintf(stderr, "%s is no journal\n", plan.resumed.c_str());
        return 2;
    }
    if (!plan.journal.empty() && !journal.open(plan.journal)) {
        std::fprintf(stderr, "%s cannot be written\n", plan.journal.c_str());
        return 2;
    }
    const AbusiveClients abuse(plan.ports.front(), plan.abuse);
    abuse.wait_until_there();
    Load load(plan, figures, journal);
    if (load.open(std::move(resumed))) {
        load.play();
    } else {
        figures.complain("the tables did not open within a minute");
    }
    if (plan.finishes && figures.complaint_count == 0 && !load.finish()) {
        figures.complain("some matches did not come to their end");
    }
    load.count_waiting();
    std::fputs((plan.is_json ? as_json(figures) : describe(figures) + abuse.describe() + "\n").c_str(), stdout);
    return figures.complaint_count == 0 ? 0 : 1;
}

int main(int argc, char** argv) {
    Plan plan;
    CLI::App app("Plays many matches at a server at once, and measures how long choices take.");
    app.add_option("--port", plan.ports, "of the server, on this machine; of several servers with one store: several")
        ->required();
    app.add_option("--game", plan.games, "keys of games for two; the tables take them in turn");
    app.add_option("--matches", plan.matches, "so many tables at once");
    app.add_option("--bot-matches", plan.bot_matches, "at so many of them a bot plays against one person");
    app.add_option("--bot", plan.bot, "the word of that bot");
    app.add_option("--rate", plan.rate, "choices in a second, of all tables together; 0: none");
    app.add_option("--seconds", plan.seconds, "for so long, or until an interrupt");
    app.add_option("--idle", plan.abuse.idle, "so many connections that only say hello");
    app.add_option("--slow", plan.abuse.slow, "so many that send a byte in a second, and never read");
    app.add_option("--flood", plan.abuse.flood, "so many that send nonsense as fast as they can");
    app.add_option("--journal", plan.journal, "a file to which all that is sent and acknowledged is added");
    app.add_option("--resume", plan.resumed, "a journal whose tables are played on");
    app.add_flag("--resume-ended", plan.resumes_ended, "those that have ended too");
    app.add_flag("--check", plan.checks_matches, "look each match over when it has ended, choice by choice");
    app.add_flag("--finish", plan.finishes, "when the time is up, play all matches to their end");
    app.add_flag("--json", plan.is_json, "print the figures as JSON");
    CLI11_PARSE(app, argc, argv);
    if (plan.matches > 0 && plan.games.empty() && plan.resumed.empty()) {
        std::fputs("--matches needs --game\n", stderr);
        return 2;
    }
    for (const int number : {SIGINT, SIGTERM}) {
        std::signal(number, [](int /*number*/) { time_is_up = 1; });
    }
    return run(plan);
}

} // namespace

} // namespace load

int main(int argc, char** argv) {
    return load::main(argc, argv);
}
