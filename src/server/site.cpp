#include "server/site.h"

#include "api/disk_loader.h"
#include "api/read_file.h"
#include "rulebook/rulebook.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kPage = "index.html";
constexpr std::string_view kCompressed = ".gz"; // behind the name of a file that is there both ways
// Pages and pictures that come from whoever wrote the game: they may look as they like, and do nothing.
constexpr std::string_view kPassivePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox allow-popups";

struct KindOfFile {
    std::string_view ending;
    std::string_view type;
};
constexpr std::array kPageKinds = std::to_array<KindOfFile>({{".html", "text/html; charset=utf-8"},
                                                             {".js", "text/javascript; charset=utf-8"},
                                                             {".css", "text/css; charset=utf-8"},
                                                             {".svg", "image/svg+xml"},
                                                             {".png", "image/png"},
                                                             {".webmanifest", "application/manifest+json"}});
constexpr std::array kPictureKinds = std::to_array<KindOfFile>({{".css", "text/css; charset=utf-8"},
                                                                {".svg", "image/svg+xml"},
                                                                {".png", "image/png"},
                                                                {".jpg", "image/jpeg"},
                                                                {".jpeg", "image/jpeg"},
                                                                {".gif", "image/gif"},
                                                                {".webp", "image/webp"},
                                                                {".avif", "image/avif"}});

// Empty: no kind that is given out.
std::string_view type_of(std::span<const KindOfFile> kinds, std::string_view name) {
    for (const KindOfFile& kind : kinds) {
        if (name.ends_with(kind.ending)) {
            return kind.type;
        }
    }
    return {};
}

// Says whether a browser has the same bytes already.
std::string etag_of(std::string_view content) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char byte : content) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1'099'511'628'211U;
    }
    return fmt::format("\"{:016x}\"", hash);
}

HttpAnswer answer_with(std::string_view type, std::string content) {
    HttpAnswer answer;
    answer.type = type;
    answer.etag = etag_of(content);
    answer.body = std::make_shared<const std::string>(std::move(content));
    return answer;
}

HttpAnswer answer_nothing() {
    HttpAnswer answer;
    answer.status = 404;
    answer.body = std::make_shared<const std::string>("There is nothing here.\n");
    return answer;
}

HttpAnswer make_passive(HttpAnswer answer) {
    answer.headers.emplace_back("Content-Security-Policy", kPassivePolicy);
    return answer;
}

// What follows `prefix`; empty when the path does not begin with it.
std::string_view rest_after(std::string_view path, std::string_view prefix) {
    return path.starts_with(prefix) ? path.substr(prefix.size()) : std::string_view();
}

HttpAnswer write_rules(Loader& loader, const std::string& path) {
    const CheckResult checked = check_program(loader, path);
    if (checked.main_problem != LoadProblem::None || checked.diagnostics.has_errors()) {
        HttpAnswer answer;
        answer.status = 503;
        answer.body = std::make_shared<const std::string>("The rules have errors at the moment.\n");
        return answer;
    }
    return make_passive(answer_with("text/html; charset=utf-8", write_html(make_rulebook(checked))));
}

} // namespace

Site::Site(const Shelf& shelf, std::string edited) : shelf_(shelf), edited_(std::move(edited)) {
    for (const EmbeddedFile& file : page_files()) {
        std::string_view name = file.name;
        const bool is_compressed = name.ends_with(kCompressed);
        name.remove_suffix(is_compressed ? kCompressed.size() : 0);
        const std::string_view type = type_of(kPageKinds, name);
        if (type.empty()) {
            continue;
        }
        HttpAnswer answer = answer_with(type, std::string(file.content));
        answer.headers.emplace_back("Vary", "Accept-Encoding");
        if (is_compressed) {
            answer.headers.emplace_back("Content-Encoding", "gzip");
        }
        (is_compressed ? compressed_ : files_).emplace(fmt::format("/{}", name), std::move(answer));
    }
}

void Site::answer(const HttpRequest& request, std::function<void(HttpAnswer)> reply) {
    const std::string_view path = request.path;
    const bool is_page = path == "/" || !rest_after(path, "/table/").empty();
    const std::string file = is_page ? fmt::format("/{}", kPage) : request.path;
    if (const auto found = compressed_.find(file); request.takes_gzip && found != compressed_.end()) {
        reply(found->second);
        return;
    }
    if (const auto found = files_.find(file); found != files_.end()) {
        reply(found->second);
        return;
    }
    if (const std::string_view key = rest_after(path, "/rules/"); shelf_.find(key) != nullptr) {
        workers_.post([this, key = std::string(key), reply = std::move(reply)] { reply(answer_rules(key)); });
        return;
    }
    const std::string_view place = rest_after(path, "/games/");
    const std::size_t slash = place.find('/');
    const ShelfGame* game = slash == std::string_view::npos ? nullptr : shelf_.find(place.substr(0, slash));
    if (game != nullptr && !game->folder.empty()) {
        workers_.post([folder = game->folder, picture = std::string(place.substr(slash + 1)),
                       reply = std::move(reply)] { reply(answer_picture(folder, picture)); });
        return;
    }
    reply(answer_nothing());
}

HttpAnswer Site::answer_rules(const std::string& key) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = rules_.find(key); known != rules_.end()) {
            return known->second;
        }
    }
    const ShelfGame& game = *shelf_.find(key);
    if (!edited_.empty() && game.file == edited_) {
        DiskLoader loader;
        return write_rules(loader, edited_);
    }
    ArchiveLoader loader(game.rules->files);
    HttpAnswer answer = write_rules(loader, game.rules->files.files.front().path);
    const std::lock_guard lock(mutex_);
    return rules_.emplace(key, std::move(answer)).first->second;
}

HttpAnswer answer_picture(const std::string& folder, std::string_view path) {
    constexpr std::size_t kMostBytes = std::size_t{8} * 1024 * 1024;
    const std::string_view type = type_of(kPictureKinds, path);
    const bool is_hidden = path.starts_with('.') || path.find("/.") != std::string_view::npos;
    if (type.empty() || is_hidden) {
        return answer_nothing();
    }
    std::error_code problem;
    const std::filesystem::path top = std::filesystem::canonical(folder, problem);
    const std::filesystem::path file = std::filesystem::canonical(top / path, problem);
    const auto [left, right] = std::mismatch(top.begin(), top.end(), file.begin(), file.end());
    std::string content;
    if (problem || left != top.end() || read_real_file(file.string(), kMostBytes, content) != LoadProblem::None) {
        return answer_nothing();
    }
    return content.empty() ? answer_nothing() : make_passive(answer_with(type, std::move(content)));
}

} // namespace tgdl
