#include "cli/run_output.h"

#include "api/transcript.h"
#include "cli/terminal.h"

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
    void add_option(const OptionChoice& /*option*/) override {} // the result alone is printed

    void add_text(const Delivered& delivered) override { print_result(log_line(delivered) + "\n"); }

    void add_hash(std::uint64_t hash) override { print_result(fmt::format("hash: {}\n", hash_text(hash))); }

    void end(const MatchResult& result) override {
        for (const std::string& line : result_lines(result)) {
            print_result(line + "\n");
        }
    }

    void end(std::string_view word) override { print_result(result_line(word) + "\n"); }
};

class JsonOutput final : public RunOutput {
public:
    void add_option(const OptionChoice& option) override { options_[option.name] = option.value; }

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
        if (!options_.is_null()) {
            object["options"] = std::move(options_);
        }
        object["texts"] = std::move(texts_);
        object["scores"] = std::move(scores);
        if (!hash_.is_null()) {
            object["hash"] = std::move(hash_);
        }
        object["result"] = std::move(result);
        print_result(object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    Json options_; // none: the game has none
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
