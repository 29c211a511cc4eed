// One of the processes that `mpirun -n 16 tgdl …` starts; or, without mpirun, a process by itself.
#pragma once

#include "simulate/simulate.h"

#include <string>

namespace tgdl {

// Loads the module tgdl_mpi, which lies beside the program or is installed with it, only when mpirun has started it. All but the first process
// fall silent: what they would say, the first one says.
class MpiProcess {
public:
    MpiProcess();
    MpiProcess(const MpiProcess&) = delete;
    MpiProcess& operator=(const MpiProcess&) = delete;
    ~MpiProcess();

    // Why it cannot join the others; empty: it has, or there are none.
    [[nodiscard]] const std::string& problem() const { return problem_; }
    // nullptr: it is alone.
    [[nodiscard]] const Ranks* ranks() const { return module_ == nullptr ? nullptr : &ranks_; }

private:
    void join();

    void* module_ = nullptr;
    Ranks ranks_;
    std::string problem_;
};

} // namespace tgdl
