#include "bench/table_load/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace load {

namespace {

using Json = nlohmann::json;

struct Share {
    const char* name;
    double share;
};

constexpr std::array<Share, 5> kShares = {{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1.0}}};

std::string describe_latencies(Latencies& latencies) {
    std::string text;
    for (const Share& share : kShares) {
        text += fmt::format("  {} {:.1f} ms", share.name, latencies.quantile(share.share));
    }
    return text;
}

double rate_of(const Figures& figures) {
    return static_cast<double>(figures.acknowledged_in_time) / figures.seconds;
}

Json latencies_as_json(Latencies& latencies) {
    Json json = {{"count", latencies.count()}};
    for (const Share& share : kShares) {
        json[share.name] = latencies.quantile(share.share);
    }
    return json;
}

} // namespace

double Latencies::quantile(double share) {
    if (times_.empty()) {
        return 0;
    }
    if (sorted_ != times_.size()) {
        std::ranges::sort(times_);
        sorted_ = times_.size();
    }
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(times_.size())));
    return times_[std::clamp<std::size_t>(rank, 1, times_.size()) - 1];
}

void Figures::complain(std::string complaint) {
    constexpr std::size_t kMostComplaints = 20;
    ++complaint_count;
    if (complaints.size() < kMostComplaints) {
        complaints.push_back(std::move(complaint));
    }
}

std::string describe(Figures& figures) {
    std::string text =
        fmt::format("{} choices acknowledged in {:.1f} s, {:.0f} per second; {} in all\n", figures.acknowledged_in_time,
                    figures.seconds, rate_of(figures), figures.acknowledged);
    text += fmt::format("  from due to acknowledged:{}\n", describe_latencies(figures.choices));
    text += fmt::format("  still waiting at the end: {}, the longest for {:.0f} ms\n", figures.waiting,
                        figures.longest_waiting);
    text += fmt::format("  a table opened:          {}\n", describe_latencies(figures.openings));
    text += fmt::format("  {} tables, {} matches ended, {} of them checked choice by choice\n", figures.tables,
                        figures.ended, figures.checked);
    text += fmt::format("  {} connections lost, {} seats taken again, {} acknowledged choices confirmed\n",
                        figures.connections_lost, figures.rejoined, figures.confirmed);
    for (const auto& [reason, count] : figures.refused) {
        text += fmt::format("  refused as {}: {}\n", reason, count);
    }
    text += fmt::format("  this program took {:.2f} of a processor\n", figures.processor_seconds / figures.seconds);
    for (const std::string& complaint : figures.complaints) {
        text += fmt::format("WRONG: {}\n", complaint);
    }
    if (figures.complaint_count > figures.complaints.size()) {
        text += fmt::format("WRONG: {} more\n", figures.complaint_count - figures.complaints.size());
    }
    return text;
}

std::string as_json(Figures& figures) {
    const Json json = {{"choices", latencies_as_json(figures.choices)},
                       {"openings", latencies_as_json(figures.openings)},
                       {"acknowledged", figures.acknowledged},
                       {"rate", rate_of(figures)},
                       {"waiting", figures.waiting},
                       {"longest_waiting", figures.longest_waiting},
                       {"refused", figures.refused},
                       {"connections_lost", figures.connections_lost},
                       {"rejoined", figures.rejoined},
                       {"confirmed", figures.confirmed},
                       {"tables", figures.tables},
                       {"ended", figures.ended},
                       {"checked", figures.checked},
                       {"seconds", figures.seconds},
                       {"processor", figures.processor_seconds / figures.seconds},
                       {"complaints", figures.complaints},
                       {"complaint_count", figures.complaint_count}};
    return json.dump() + "\n";
}

} // namespace load
