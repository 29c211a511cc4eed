#include "syntax/report.h"

namespace tgdl {

Report& Report::note(Span place, std::string text) {
    if (diagnostics_ != nullptr) {
        diagnostics_->at(index_).note(place, std::move(text));
    }
    return *this;
}

Report& Report::help(std::string text) {
    if (diagnostics_ != nullptr) {
        diagnostics_->at(index_).with_help(std::move(text));
    }
    return *this;
}

Report& Report::replace(Span place, std::string text) {
    if (diagnostics_ != nullptr) {
        diagnostics_->at(index_).replace(place, std::move(text));
    }
    return *this;
}

} // namespace tgdl
