#include "api/replace_file.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
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

// Writes the content to the open file, of this owner and with these permissions if they are given, and renames it.
std::string write_and_rename(int descriptor, const std::string& temporary, const std::string& path,
                             std::string_view content, const struct stat* kept) {
    bool written = write_all(descriptor, content);
    if (kept != nullptr) {
        // The owner can be kept only by those who may give files away; for others it is theirs, as with any new file.
        [[maybe_unused]] const int owner_kept = ::fchown(descriptor, kept->st_uid, kept->st_gid);
        written = written && ::fchmod(descriptor, kept->st_mode & 07777U) == 0;
    }
    std::string problem = written && ::fsync(descriptor) == 0 ? "" : last_problem();
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

} // namespace

std::string replace_file(const std::string& path, std::string_view content) {
    struct stat status{};
    // Renaming over a file asks only for the right to write its folder; a file that is protected stays so.
    if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), W_OK) != 0) {
        return last_problem();
    }
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    return descriptor < 0 ? last_problem() : write_and_rename(descriptor, temporary, path, content, &status);
}

std::string write_file(const std::string& path, std::string_view content) {
    std::error_code problem;
    const std::string target = std::filesystem::weakly_canonical(path, problem).string();
    if (problem) {
        return problem.message();
    }
    if (std::filesystem::exists(target, problem)) {
        return std::filesystem::is_regular_file(target, problem) ? replace_file(target, content)
                                                                 : "it is not an ordinary file";
    }
    // Not mkstemp(): a new file has the permissions that its owner gives to all new files.
    const std::string temporary = target + "." + std::to_string(::getpid()) + ".new";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return descriptor < 0 ? last_problem() : write_and_rename(descriptor, temporary, target, content, nullptr);
}

} // namespace tgdl
