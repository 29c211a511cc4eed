#include "cli/mpi_process.h"

#include "cli/mpi/mpi_module.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>

namespace tgdl {

namespace {

template <typename Function>
Function* find(void* module, const char* name) {
    return reinterpret_cast<Function*>(dlsym(module, name));
}

} // namespace

MpiProcess::MpiProcess() {
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) { // Open MPI's mpirun sets it
        join();
    }
}

MpiProcess::~MpiProcess() {
    if (module_ != nullptr) {
        find<decltype(tgdl_mpi_end)>(module_, "tgdl_mpi_end")();
    }
}

void MpiProcess::join() {
    std::error_code unknown;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    const std::filesystem::path built = folder / "tgdl_mpi.so";
    const std::filesystem::path installed = folder / "../lib/tgdl/modules/tgdl_mpi.so"; // cmake/install.cmake
    const std::filesystem::path& path = std::filesystem::exists(built, unknown) ? built : installed;
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL); // Open MPI loads more, which looks for its names
    if (module == nullptr) {
        problem_ = fmt::format("mpirun has started it, but `{}` cannot be loaded: install the package tgdl-mpi; or the "
                               "package libopenmpi-dev, and build the program again",
                               path.string());
        return;
    }
    const auto share = find<decltype(tgdl_mpi_share)>(module, "tgdl_mpi_share");
    int rank = 0;
    int ranks = 0;
    if (share == nullptr || find<decltype(tgdl_mpi_begin)>(module, "tgdl_mpi_begin")(&rank, &ranks) != 0) {
        problem_ = "MPI cannot be started";
        return;
    }
    module_ = module;
    ranks_.rank = static_cast<std::uint32_t>(rank);
    ranks_.ranks = static_cast<std::uint32_t>(ranks);
    ranks_.share = [share](const std::string& own) {
        std::vector<std::string> texts;
        const TakeText take = [](void* context, const char* text, std::size_t size) {
            static_cast<std::vector<std::string>*>(context)->emplace_back(text, size);
        };
        if (share(own.data(), own.size(), take, &texts) != 0) {
            throw std::runtime_error("the processes cannot tell each other what they have played");
        }
        return texts;
    };
    if (rank != 0
        && (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr)) {
        problem_ = "standard output cannot be closed";
    }
}

} // namespace tgdl
