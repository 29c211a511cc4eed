// The rulebook as one page of HTML. Markdown becomes HTML by cmark, which leaves out raw HTML and dangerous links.
#include "rulebook/document.h"
#include "svg/svg_writer.h"

#include <algorithm>
#include <cmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

namespace tgdl {

namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #fdfbf6; --ink: #24211c; --faint: #6f675a; --line: #ddd3c1; --accent: #8a3b1e;
  --tile: #f3e7cf; --dark: #dcc49b; --rim: #8d7a58; --way: #8d7a58; --wall: #5a2b14; --panel: #f6f0e3; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1b18; --ink: #eae4d8; --faint: #a59c8b; --line: #433d33;
  --accent: #e79a6c; --tile: #4a4233; --dark: #342e24; --rim: #7d6f56; --way: #9c8c6d; --wall: #e0a37e; --panel: #26231e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1.1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.6 Charter, "Iowan Old Style", Georgia, "DejaVu Serif", serif; overflow-wrap: break-word; }
h1 { font-size: 2.4rem; line-height: 1.15; margin: .5rem 0 1rem; color: var(--accent); text-wrap: balance; }
h2 { font-size: 1.5rem; margin: 2.6rem 0 .8rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; color: var(--accent); }
p, ul, ol { margin: .5rem 0; } ul, ol { padding-left: 1.3rem; } li { margin: .2rem 0; } li > ul { margin: .1rem 0; }
em { color: var(--accent); } h2 em, nav em { color: inherit; }
code { font: .85em/1.4 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--panel); padding: .05em .3em;
  border-radius: 3px; }
pre { background: var(--panel); padding: .8rem; overflow-x: auto; border-radius: 6px; } pre code { padding: 0; }
blockquote { margin: .8rem 0; padding: .1rem 1rem; border-left: 3px solid var(--line); color: var(--faint); }
nav { columns: 2; margin: 1.2rem 0; padding: .8rem 1.1rem; background: var(--panel); border-radius: 8px; }
nav a { display: block; color: inherit; text-decoration: none; padding: .1rem 0; } nav a:hover { text-decoration: underline; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .95rem; }
th { text-align: left; color: var(--faint); font-weight: 600; } th, td { padding: .35rem .7rem .35rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
.detail { font-size: .9rem; color: var(--faint); border-left: 3px solid var(--line); padding-left: .9rem; margin: .7rem 0; }
figure { margin: 1.2rem 0; text-align: center; } figure svg { max-width: 100%; height: auto; }
figcaption { font-size: .9rem; color: var(--faint); }
svg text { text-anchor: middle; dominant-baseline: central; fill: var(--ink); font-family: "DejaVu Sans", system-ui, sans-serif; }
svg .tile { fill: var(--tile); stroke: var(--rim); stroke-width: 1.2; } svg .dark { fill: var(--dark); }
svg .way { stroke: var(--way); stroke-width: 3; } svg .wall { stroke: var(--wall); stroke-width: 5; stroke-linecap: round; }
svg .arrow { fill: var(--way); } svg .label { font-size: 12px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
svg .corner { font-size: 9px; fill: var(--faint); } svg .piece { stroke: var(--ink); stroke-width: 1; fill: #b9b0a0; }
svg .sign { fill: #fff; font-weight: 600; } svg .seat0 { fill: #a63d2f; } svg .seat1 { fill: #2f5fa6; }
svg .seat2 { fill: #3c7d3a; } svg .seat3 { fill: #8a5aa8; } svg .seat4 { fill: #b07d1a; } svg .seat5 { fill: #34858a; }
@media (max-width: 34rem) { nav { columns: 1; } h1 { font-size: 1.9rem; } }
@media print { :root { --paper: #fff; --ink: #000; } body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; } h2, h3 { break-after: avoid; } figure, table, .detail { break-inside: avoid; } }
)";

// A page that needs nothing else shows no pictures from elsewhere: what they show in words stands for them. Headings inside
// comments stand below those of the book.
void make_fit(cmark_node* document) {
    constexpr int kLevelsDown = 3;
    constexpr int kLowestLevel = 6;
    std::vector<cmark_node*> images;
    cmark_iter* at = cmark_iter_new(document);
    while (cmark_iter_next(at) != CMARK_EVENT_DONE) {
        cmark_node* node = cmark_iter_get_node(at);
        if (cmark_iter_get_event_type(at) != CMARK_EVENT_ENTER) {
            continue;
        }
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
            cmark_node_set_heading_level(node,
                                         std::min(cmark_node_get_heading_level(node) + kLevelsDown, kLowestLevel));
        } else if (cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
            images.push_back(node);
        }
    }
    cmark_iter_free(at);
    for (cmark_node* image : images) {
        while (cmark_node* words = cmark_node_first_child(image)) {
            cmark_node_insert_before(image, words);
        }
        cmark_node_unlink(image);
        cmark_node_free(image);
    }
}

std::string to_html(const std::string& markdown) {
    constexpr int kOptions = CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8;
    cmark_node* document = cmark_parse_document(markdown.data(), markdown.size(), kOptions);
    make_fit(document);
    char* made = cmark_render_html(document, kOptions);
    std::string html(made == nullptr ? "" : made);
    std::free(made); // NOLINT: cmark's own allocator is malloc
    cmark_node_free(document);
    return html;
}

// Of one line: without the paragraph around it.
std::string line_to_html(const std::string& markdown) {
    std::string html = to_html(markdown);
    constexpr std::string_view kBegin = "<p>";
    constexpr std::string_view kEnd = "</p>\n";
    if (html.starts_with(kBegin) && html.ends_with(kEnd)) {
        html = html.substr(kBegin.size(), html.size() - kBegin.size() - kEnd.size());
    }
    return html;
}

// XML has no control characters, not even as numbers, which Markdown allows.
std::string without_control_characters(std::string_view html) {
    std::string kept;
    for (std::size_t i = 0; i < html.size(); ++i) {
        const auto byte = static_cast<unsigned char>(html[i]);
        const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
        const bool no_character =
            html.substr(i).starts_with("\xEF\xBF\xBE") || html.substr(i).starts_with("\xEF\xBF\xBF");
        kept += control || no_character ? std::string_view("\xEF\xBF\xBD") : html.substr(i, 1);
        i += no_character ? 2 : 0;
    }
    return kept;
}

class PageWriter {
public:
    explicit PageWriter(std::string& out) : out_(out) {}

    void operator()(const Heading& heading) {
        ++headings_;
        out_ += fmt::format("<h{0} id=\"h{1}\">{2}</h{0}>\n", heading.level, headings_, line_to_html(heading.text));
    }
    void operator()(const Prose& prose) {
        const std::string html = to_html(prose.markdown);
        out_ += prose.tone == Tone::Detail ? fmt::format("<div class=\"detail\">\n{}</div>\n", html) : html;
    }
    void operator()(const Table& table) {
        out_ += "<div class=\"scroll\"><table>\n<thead>";
        write_row(table.head, "th");
        out_ += "</thead>\n<tbody>\n";
        for (const std::vector<std::string>& row : table.rows) {
            write_row(row, "td");
        }
        out_ += "</tbody>\n</table></div>\n";
    }
    void operator()(const Drawing& picture) {
        out_ += fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", picture.svg,
                            line_to_html(picture.caption));
    }

private:
    void write_row(const std::vector<std::string>& cells, std::string_view tag) {
        out_ += "<tr>";
        for (const std::string& cell : cells) {
            out_ += fmt::format("<{0}>{1}</{0}>", tag, line_to_html(cell));
        }
        out_ += "</tr>\n";
    }

    std::string& out_;
    unsigned headings_ = 0;
};

std::string contents_of(const Rulebook& book) {
    std::string links;
    unsigned number = 0;
    for (const Block& block : book.blocks) {
        const Heading* heading = std::get_if<Heading>(&block);
        number += heading != nullptr ? 1 : 0;
        if (heading != nullptr && heading->level == 2) {
            links += fmt::format("<a href=\"#h{}\">{}</a>\n", number, line_to_html(heading->text));
        }
    }
    return fmt::format("<nav aria-label=\"Contents\">\n{}</nav>\n", links);
}

} // namespace

std::string write_html(const Rulebook& book) {
    const std::string title = escape_xml(book.title);
    std::string body = fmt::format("<h1>{}</h1>\n", title);
    PageWriter writer(body);
    bool has_contents = false;
    for (const Block& block : book.blocks) {
        if (!has_contents && std::holds_alternative<Heading>(block)) {
            body += contents_of(book);
            has_contents = true;
        }
        std::visit(writer, block);
    }
    return without_control_characters(
        fmt::format("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta "
                    "charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n"
                    "<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
                    title, kStyle, body));
}

} // namespace tgdl
