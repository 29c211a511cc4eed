// Designer mode: the rules are edited beside the table, which goes on under them.
#include "api/disk_loader.h"
#include "api/replace_file.h"
#include "tables/seating.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

void send_checked(const HostParts& parts, ConnectionId connection, const std::string& id, const EditedRules& edited) {
    std::string text = nlohmann::json{{"type", "checked"}, {"id", id}}.dump();
    text.pop_back(); // the brace
    text += ",\"diagnostics\":" + edited.diagnostics + "}";
    parts.wire.send(connection, std::make_shared<const std::string>(std::move(text)));
}

} // namespace

// Whoever has the host's link of a table that was made for it, at the server that was told to let the file be edited.
bool Seating::is_designer(const Guest& guest) const {
    return guest.is_host && head_.is_design && head_.game == parts_.rules.edited_key();
}

// As it is now; if it cannot be read, as it was.
std::string Seating::text_of_file() const {
    DiskLoader loader;
    const LoadedFile file = loader.load_main(parts_.options.design);
    return file.problem == LoadProblem::None ? file.text : rules_->files.files.front().text;
}

void Seating::check(const Request& request) {
    if (!is_designer(request.guest)) {
        parts_.refuse(request.connection, request.id(), kNotDesigner);
        return;
    }
    send_checked(parts_, request.connection, request.id(),
                 check_edited(parts_.options.design, request.message.at("text").get<std::string>()));
}

// What was written is kept in the file, whatever becomes of the table.
void Seating::write_rules(const Request& request) {
    if (!is_designer(request.guest)) {
        parts_.refuse(request.connection, request.id(), kNotDesigner);
        return;
    }
    const auto text = request.message.at("text").get<std::string>();
    const EditedRules edited = check_edited(parts_.options.design, text);
    if (edited.playable) {
        if (const std::string problem = write_file(parts_.options.design, text); !problem.empty()) {
            parts_.refuse(request.connection, request.id(),
                          {Reason::Storage, fmt::format("the file cannot be written: {}", problem)});
            return;
        }
    }
    send_checked(parts_, request.connection, request.id(), edited);
    if (edited.playable) {
        take_rules(edited.playable, request.connection);
    }
}

void Seating::follow_file() {
    if (status_ != Status::Open || !head_.is_design || head_.game != parts_.rules.edited_key()) {
        return;
    }
    if (is_busy_) {
        if (std::ranges::find(later_, ConnectionId{0}, &Waiting::connection) == later_.end()) {
            later_.push_back({0, [this] { follow_file(); }});
        }
        return;
    }
    if (const EditedRules edited = check_edited(parts_.options.design); edited.playable) {
        take_rules(edited.playable, 0);
    }
}

// `from`: who wrote them; 0: somebody, in the file.
void Seating::take_rules(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from) {
    parts_.rules.change_edited(rules);
    parts_.rules_changed();
    RulesFollowed followed;
    followed.kept = followed.of = table_->position();
    if (rules->program().hash == rules_->program().hash) {
        if (from != 0) {
            tell_followed(followed);
        }
        return;
    }
    if (!accepts_players(rules->program(), static_cast<std::uint32_t>(head_.seats.size())) || is_full()) {
        followed.kept = 0;
        followed.difference =
            is_full() ? "so much has happened at this table that it is closed: begin another one"
                      : fmt::format("the game is for {} players now, and this table has {} seats: begin another one",
                                    describe_players(rules->program()), head_.seats.size());
        tell_followed(followed);
        return;
    }
    is_busy_ = true;
    parts_.store.keep(rules_name(rules->program().hash), write_kept(rules->files),
                      from_store([rules, from](Seating& self, const std::string& problem) {
                          if (problem.empty()) {
                              self.rules_kept(rules, from);
                          } else {
                              self.give_up();
                          }
                      }));
}

void Seating::rules_kept(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from) {
    Entry entry;
    entry.deed = Deed::Rules;
    entry.by = DoneBy::Host;
    entry.rules = rules->program().hash;
    entry.time = wall_clock();
    append(entry, [entry, rules, from](Seating& self, const std::string& problem) {
        self.is_busy_ = false;
        if (problem.empty()) {
            self.rules_written(entry, rules, from);
        } else {
            self.give_up();
        }
    });
}

void Seating::rules_written(const Entry& entry, std::shared_ptr<const PlayableRules> rules, ConnectionId from) {
    rules_ = std::move(rules);
    const RulesFollowed followed = table_->follow_rules(entry, rules_->rules.program);
    for (const auto& [connection, guest] : guests_) {
        if (is_designer(guest) && connection != from) {
            send_joined(connection, guest);
        }
    }
    tell_followed(followed);
    take_lines_back();
    publish();
    go_on();
}

// Only to designers: what was chosen may be a secret of a seat, and they have the links of all.
void Seating::tell_followed(const RulesFollowed& followed) {
    for (const auto& [connection, guest] : guests_) {
        if (is_designer(guest)) {
            parts_.send(connection, {{"type", "followed"},
                                     {"difference", followed.difference},
                                     {"kept", followed.kept},
                                     {"of", followed.of}});
        }
    }
}

} // namespace tgdl
