// The only file that sees MPI. It is a module of its own, so that nobody needs MPI who plays on one machine.
#include "cli/mpi/mpi_module.h"

#include <climits>
#define OMPI_SKIP_MPICXX 1 // only the interface of C
#include <mpi.h>
#include <vector>

int tgdl_mpi_begin(int* rank, int* ranks) {
    if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS || MPI_Comm_rank(MPI_COMM_WORLD, rank) != MPI_SUCCESS) {
        return 1;
    }
    return MPI_Comm_size(MPI_COMM_WORLD, ranks) == MPI_SUCCESS ? 0 : 1;
}

int tgdl_mpi_share(const char* own, std::size_t size, TakeText take, void* context) {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<int> sizes(static_cast<std::size_t>(ranks));
    const int own_size = size > INT_MAX ? -1 : static_cast<int>(size);
    if (MPI_Allgather(&own_size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS) {
        return 1;
    }
    std::vector<int> starts(sizes.size());
    long long whole = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        starts[i] = static_cast<int>(whole);
        whole += sizes[i];
        if (sizes[i] < 0 || whole > INT_MAX) {
            return 1;
        }
    }
    std::vector<char> all(static_cast<std::size_t>(whole) + 1);
    if (MPI_Allgatherv(own, own_size, MPI_CHAR, all.data(), sizes.data(), starts.data(), MPI_CHAR, MPI_COMM_WORLD)
        != MPI_SUCCESS) {
        return 1;
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        take(context, all.data() + starts[i], static_cast<std::size_t>(sizes[i]));
    }
    return 0;
}

void tgdl_mpi_end() {
    MPI_Finalize();
}
