#include "cli/replace_file.h"

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tgdl {

namespace {

std::string last_problem() {
    return std::error_code(errno, std::generic_category()).message();
}

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return false;
        }
        content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace

std::string replace_file(const std::string& path, std::string_view content) {
    struct stat status{};
    // Renaming over a file asks only for the right to write its folder; a file that is protected stays so.
    if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), W_OK) != 0) {
        return last_problem();
    }
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0) {
        return last_problem();
    }
    // The owner can be kept only by those who may give files away; for others it is theirs, as with any new file.
    [[maybe_unused]] const int owner_kept = ::fchown(descriptor, status.st_uid, status.st_gid);
    const bool written = write_all(descriptor, content) && ::fchmod(descriptor, status.st_mode & 07777U) == 0
                         && ::fsync(descriptor) == 0;
    std::string problem = written ? "" : last_problem();
    if (::close(descriptor) != 0 && problem.empty()) {
        problem = last_problem();
    }
    if (problem.empty() && ::rename(temporary.c_str(), path.c_str()) != 0) {
        problem = last_problem();
    }
    if (!problem.empty()) {
        ::unlink(temporary.c_str());
    }
    return problem;
}

} // namespace tgdl
