#include "cli/run_output.h"

#include "cli/terminal.h"
#include "vm/collections.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

// As text in JSON too: not every reader of JSON has whole numbers of 64 bits.
std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

class LineOutput final : public RunOutput {
public:
    void add_text(const Delivered& delivered) override {
        const std::string to = delivered.to == kNone ? "" : fmt::format("[to {}] ", delivered.to);
        print_result(to + delivered.text + "\n");
    }

    void add_hash(std::uint64_t hash) override { print_result(fmt::format("hash: {}\n", hash_text(hash))); }

    void end(const MatchResult& result) override {
        if (result.by_scores) {
            std::string scores = "scores:";
            for (const std::optional<double>& score : result.scores) {
                scores += " " + (score ? number_text(*score) : "-");
            }
            print_result(scores + "\n");
        }
        std::string places;
        for (const std::vector<std::uint32_t>& place : result.places) {
            places += fmt::format("{}[{}]", places.empty() ? "" : ",", fmt::join(place, ","));
        }
        end("[" + places + "]");
    }

    void end(std::string_view word) override { print_result(fmt::format("result: {}\n", word)); }
};

class JsonOutput final : public RunOutput {
public:
    void add_text(const Delivered& delivered) override {
        Json text;
        text["text"] = delivered.text;
        text["to"] = delivered.to == kNone ? Json() : Json(delivered.to);
        texts_.push_back(std::move(text));
    }

    void add_hash(std::uint64_t hash) override { hash_ = hash_text(hash); }

    void end(const MatchResult& result) override {
        Json scores;
        for (const std::optional<double>& score : result.scores) {
            if (result.by_scores) {
                scores.push_back(score ? Json(*score) : Json());
            }
        }
        print(result.places, std::move(scores));
    }

    void end(std::string_view word) override { print(std::string(word), {}); }

private:
    using Json = nlohmann::ordered_json;

    void print(Json result, Json scores) {
        Json object;
        object["texts"] = std::move(texts_);
        object["scores"] = std::move(scores);
        if (!hash_.is_null()) {
            object["hash"] = std::move(hash_);
        }
        object["result"] = std::move(result);
        print_result(object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    Json texts_ = Json::array();
    Json hash_;
};

} // namespace

std::unique_ptr<RunOutput> make_line_output() {
    return std::make_unique<LineOutput>();
}

std::unique_ptr<RunOutput> make_json_output() {
    return std::make_unique<JsonOutput>();
}

} // namespace tgdl
