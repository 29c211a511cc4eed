// PostgreSQL's own library, loaded when it is first needed: the program starts without it, and runs where it is missing.
#pragma once

#include <libpq-fe.h>

#include <string>
#include <tl/expected.hpp>

namespace tgdl {

// The functions that we use, once each: `libpq.PQfinish(connection)`.
#define TGDL_LIBPQ_FUNCTIONS(USE)                                                                                      \
    USE(PQclear)                                                                                                       \
    USE(PQcmdStatus)                                                                                                   \
    USE(PQcmdTuples)                                                                                                   \
    USE(PQconnectdbParams)                                                                                             \
    USE(PQconninfoFree)                                                                                                \
    USE(PQconninfoParse)                                                                                               \
    USE(PQconsumeInput)                                                                                                \
    USE(PQenterPipelineMode)                                                                                           \
    USE(PQerrorMessage)                                                                                                \
    USE(PQfinish)                                                                                                      \
    USE(PQflush)                                                                                                       \
    USE(PQfreemem)                                                                                                     \
    USE(PQgetResult)                                                                                                   \
    USE(PQgetisnull)                                                                                                   \
    USE(PQgetlength)                                                                                                   \
    USE(PQgetvalue)                                                                                                    \
    USE(PQisBusy)                                                                                                      \
    USE(PQntuples)                                                                                                     \
    USE(PQpipelineSync)                                                                                                \
    USE(PQresultErrorField)                                                                                            \
    USE(PQresultStatus)                                                                                                \
    USE(PQsendPrepare)                                                                                                 \
    USE(PQsendQueryParams)                                                                                             \
    USE(PQsendQueryPrepared)                                                                                           \
    USE(PQsetNoticeProcessor)                                                                                          \
    USE(PQsetnonblocking)                                                                                              \
    USE(PQsocket)                                                                                                      \
    USE(PQstatus)

struct Libpq {
#define TGDL_MEMBER(name) decltype(&::name) name = nullptr;
    TGDL_LIBPQ_FUNCTIONS(TGDL_MEMBER)
#undef TGDL_MEMBER
};

// Lives until the end of the program. Or what to install.
tl::expected<const Libpq*, std::string> load_libpq();

} // namespace tgdl
