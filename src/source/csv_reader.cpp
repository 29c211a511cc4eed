#include "source/csv_reader.h"

namespace tgdl {

CsvReader::CsvReader(std::string_view text) : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

bool CsvReader::at_row_end() const {
    return at_ == text_.size() || text_[at_] == '\n'
           || (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n');
}

bool CsvReader::refuse(CsvProblem problem, std::size_t at) {
    problem_ = problem;
    problem_at_ = static_cast<std::uint32_t>(at);
    at_ = text_.size();
    return false;
}

bool CsvReader::read_quoted_field(CsvField& field) {
    const std::size_t opened = at_++;
    while (true) {
        const std::size_t quote = text_.find('"', at_);
        if (quote == std::string_view::npos) {
            return refuse(CsvProblem::QuoteLeftOpen, opened);
        }
        at_ = quote + 1;
        if (at_ == text_.size() || text_[at_] != '"') {
            break;
        }
        ++at_;
    }
    field = {static_cast<std::uint32_t>(opened), static_cast<std::uint32_t>(at_), true};
    return at_row_end() || text_[at_] == ',' || refuse(CsvProblem::TextAfterQuote, at_);
}

bool CsvReader::read_field(CsvField& field) {
    if (at_ < text_.size() && text_[at_] == '"') {
        return read_quoted_field(field);
    }
    const std::size_t begin = at_;
    while (!at_row_end() && text_[at_] != ',') {
        if (text_[at_] == '"') {
            return refuse(CsvProblem::QuoteInside, at_);
        }
        ++at_;
    }
    field = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), false};
    return true;
}

bool CsvReader::next_row(std::vector<CsvField>& fields) {
    fields.clear();
    if (at_ == text_.size()) {
        return false;
    }
    while (true) {
        CsvField field;
        if (!read_field(field)) {
            return false;
        }
        fields.push_back(field);
        if (at_row_end()) {
            break;
        }
        ++at_; // the comma
    }
    if (at_ < text_.size()) {
        at_ += text_[at_] == '\r' ? 2 : 1;
    }
    return true;
}

std::string CsvReader::text_of(const CsvField& field) const {
    const std::string_view written = text_.substr(field.begin, field.end - field.begin);
    if (!field.quoted) {
        return std::string(written);
    }
    std::string text;
    text.reserve(written.size());
    for (std::size_t i = 1; i + 1 < written.size(); ++i) {
        const bool ends_line = written[i] == '\r' && written[i + 1] == '\n';
        if (!ends_line) {
            text += written[i];
        }
        i += written[i] == '"' ? 1U : 0U; // the other one of the pair
    }
    return text;
}

} // namespace tgdl
