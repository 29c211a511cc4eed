// Site map: what a browser finds at each address of the server:
//
//   /, /table/ID       the page itself
//   /NAME              a file of the page
//   /rules/KEY         the rulebook of a game
//   /games/KEY/PATH    a picture or style sheet from the folder of a game's file, and nothing else that lies there
//
// Nothing here is secret: what happens at a table goes over the WebSocket.
#pragma once

#include "base/embedded_file.h"
#include "net/net_server.h"
#include "tables/shelf.h"
#include "tables/workers.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace tgdl {

std::span<const EmbeddedFile> page_files(); // defined by the build

class Site {
public:
    // The rulebook of `edited`, the file of a game on the shelf that is being designed, is written anew whenever it is asked
    // for; empty: none is.
    Site(const Shelf& shelf, std::string edited);

    // `reply` is called once, from any thread.
    void answer(const HttpRequest& request, std::function<void(HttpAnswer)> reply);

private:
    HttpAnswer answer_rules(const std::string& key);

    const Shelf& shelf_;
    const std::string edited_;
    std::map<std::string, HttpAnswer, std::less<>> files_;      // of the page, by path
    std::map<std::string, HttpAnswer, std::less<>> compressed_; // the same; small ones are not there

    std::mutex mutex_; // for what follows
    std::map<std::string, HttpAnswer, std::less<>> rules_;

    Workers workers_{1}; // for what takes long or reads from disk; they end before what they use does
};

// A file below `folder` that a page may show: a picture or a style sheet. Links that lead out of the folder, hidden files,
// other kinds and large files are not found.
HttpAnswer answer_picture(const std::string& folder, std::string_view path);

} // namespace tgdl
