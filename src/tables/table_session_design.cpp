// Designer mode: the rules are edited beside the table, which goes on under them.
#include "api/disk_loader.h"
#include "api/replace_file.h"
#include "tables/table_session.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

void send_checked(const TableServices& services, ConnectionId connection, const std::string& id,
                  const EditedRules& edited) {
    std::string text = nlohmann::json{{"type", "checked"}, {"id", id}}.dump();
    text.pop_back(); // the brace
    text += ",\"diagnostics\":" + edited.diagnostics + "}";
    services.wire.send(connection, std::make_shared<const std::string>(std::move(text)));
}

} // namespace

// Whoever has the host's link of a table that was made for it, at the server that was told to let the file be edited.
bool TableSession::is_designer(const Client& client) const {
    return client.is_host && head_.is_design && head_.game == services_.rules.edited_key();
}

// As it is now; if it cannot be read, as it was.
std::string TableSession::text_of_file() const {
    DiskLoader loader;
    const LoadedFile file = loader.load_main(services_.options.design);
    return file.problem == LoadProblem::None ? file.text : rules_->files.files.front().text;
}

void TableSession::check(const Request& request) {
    if (!is_designer(request.client)) {
        services_.refuse(request.connection, request.id(), kNotDesigner);
        return;
    }
    send_checked(services_, request.connection, request.id(),
                 check_edited(services_.options.design, request.message.at("text").get<std::string>()));
}

// What was written is kept in the file, whatever becomes of the table.
void TableSession::write_rules(const Request& request) {
    if (!is_designer(request.client)) {
        services_.refuse(request.connection, request.id(), kNotDesigner);
        return;
    }
    const auto text = request.message.at("text").get<std::string>();
    const EditedRules edited = check_edited(services_.options.design, text);
    if (edited.playable) {
        if (const std::string problem = write_file(services_.options.design, text); !problem.empty()) {
            services_.refuse(request.connection, request.id(),
                             {Reason::Storage, fmt::format("the file cannot be written: {}", problem)});
            return;
        }
    }
    send_checked(services_, request.connection, request.id(), edited);
    if (edited.playable) {
        take_rules(edited.playable, request.connection);
    }
}

void TableSession::reload_file() {
    if (status_ != Status::Open || !head_.is_design || head_.game != services_.rules.edited_key()) {
        return;
    }
    if (is_busy_) {
        if (std::ranges::find(queue_, ConnectionId{0}, &QueuedWork::connection) == queue_.end()) {
            queue_.push_back({0, [this] { reload_file(); }});
        }
        return;
    }
    if (const EditedRules edited = check_edited(services_.options.design); edited.playable) {
        take_rules(edited.playable, 0);
    }
}

// `from`: who wrote them; 0: somebody, in the file.
void TableSession::take_rules(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from) {
    services_.rules.change_edited(rules);
    services_.rules_changed();
    RulesSwitch followed;
    followed.kept = followed.of = table_->position();
    if (rules->program().hash == rules_->program().hash) {
        if (from != 0) {
            send_rules_switch(followed);
        }
        return;
    }
    if (!accepts_players(rules->program(), static_cast<std::uint32_t>(head_.seats.size())) || is_full()) {
        followed.kept = 0;
        followed.difference =
            is_full() ? "so much has happened at this table that it is closed: begin another one"
                      : fmt::format("the game is for {} players now, and this table has {} seats: begin another one",
                                    describe_players(rules->program()), head_.seats.size());
        send_rules_switch(followed);
        return;
    }
    is_busy_ = true;
    services_.store.keep(rules_name(rules->program().hash), write_archive(rules->files),
                         from_store([rules, from](TableSession& self, const std::string& problem) {
                             if (problem.empty()) {
                                 self.rules_stored(rules, from);
                             } else {
                                 self.give_up();
                             }
                         }));
}

void TableSession::rules_stored(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from) {
    Entry entry;
    entry.kind = EntryKind::Rules;
    entry.by = Actor::Host;
    entry.rules = rules->program().hash;
    entry.time = services_.clock.wall_time();
    append(entry, [entry, rules, from](TableSession& self, const std::string& problem) {
        self.is_busy_ = false;
        if (problem.empty()) {
            self.rules_written(entry, rules, from);
        } else {
            self.give_up();
        }
    });
}

void TableSession::rules_written(const Entry& entry, std::shared_ptr<const PlayableRules> rules, ConnectionId from) {
    rules_ = std::move(rules);
    const RulesSwitch followed = table_->switch_rules(entry, rules_->rules.program);
    for (const auto& [connection, client] : clients_) {
        if (is_designer(client) && connection != from) {
            send_joined(connection, client);
        }
    }
    send_rules_switch(followed);
    retract_lines();
    publish();
    go_on();
}

// Only to designers: what was chosen may be a secret of a seat, and they have the links of all.
void TableSession::send_rules_switch(const RulesSwitch& followed) {
    for (const auto& [connection, client] : clients_) {
        if (is_designer(client)) {
            services_.send(connection, {{"type", "followed"},
                                        {"difference", followed.difference},
                                        {"kept", followed.kept},
                                        {"of", followed.of}});
        }
    }
}

} // namespace tgdl
