// Interface of the module tgdl_mpi to the program that loads it: processes that tell each other texts.
#pragma once

#include <cstddef>

extern "C" {

// Called once with the text of each process, in the order of ranks.
using TakeText = void (*)(void* context, const char* text, std::size_t size);

// Joins the other processes. 0 on success.
int tgdl_mpi_begin(int* rank, int* ranks);
// Waits until all have called it; then all get the texts of all. 0 on success.
int tgdl_mpi_share(const char* own, std::size_t size, TakeText take, void* context);
void tgdl_mpi_end();
}
