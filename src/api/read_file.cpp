#include "api/read_file.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace tgdl {

namespace {

// A file descriptor, closed at the end.
class OpenFile {
public:
    explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_;
};

// Is the open file still the one with this path? Someone may have put a link in its place after the path was resolved.
bool has_path(const OpenFile& file, const std::string& path) {
    char opened[PATH_MAX];
    const std::string link = "/proc/self/fd/" + std::to_string(file.descriptor());
    const ssize_t length = ::readlink(link.c_str(), opened, sizeof opened);
    return length < 0 || std::string_view(opened, static_cast<std::size_t>(length)) == path; // no /proc: cannot tell
}

} // namespace

std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? std::string(resolved.get()) : std::string();
}

LoadProblem read_descriptor(int descriptor, std::size_t most_bytes, std::string& text) {
    std::size_t length = 0;
    while (true) {
        if (text.size() == length) {
            text.resize(std::max<std::size_t>(text.size() * 2, 64 * 1024));
        }
        const ssize_t count = ::read(descriptor, text.data() + length, text.size() - length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return LoadProblem::NotFound;
        }
        if (count == 0) {
            break;
        }
        length += static_cast<std::size_t>(count);
        if (length > most_bytes) {
            return LoadProblem::TooLarge;
        }
    }
    text.resize(length);
    text.shrink_to_fit();
    return LoadProblem::None;
}

LoadProblem read_file(const std::string& path, std::size_t most_bytes, std::string& text) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
        return LoadProblem::NotFound;
    }
    if (!S_ISREG(status.st_mode)) { // a pipe has no real path: say what it is before asking for one
        return LoadProblem::NotAFile;
    }
    return read_real_file(real_path(path), most_bytes, text);
}

// What the path names is looked at before it is opened, and again once it is open, since only that cannot change any more.
LoadProblem read_real_file(const std::string& path, std::size_t most_bytes, std::string& text) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
        return LoadProblem::NotFound;
    }
    if (!S_ISREG(status.st_mode)) {
        return LoadProblem::NotAFile;
    }
    const OpenFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
    if (!file.is_open() || ::fstat(file.descriptor(), &status) != 0 || !has_path(file, path)) {
        return LoadProblem::NotFound;
    }
    if (!S_ISREG(status.st_mode)) {
        return LoadProblem::NotAFile;
    }
    if (status.st_size > static_cast<off_t>(most_bytes)) {
        return LoadProblem::TooLarge;
    }
    text.resize(static_cast<std::size_t>(status.st_size) + 1); // one more, so that the end is seen without growing
    return read_descriptor(file.descriptor(), most_bytes, text);
}

} // namespace tgdl
