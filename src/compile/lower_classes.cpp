#include "compile/lower_classes.h"

#include "compile/lower_boards.h"
#include "compile/lower_code.h"
#include "compile/lower_data.h"
#include "program/instance_layout.h"
#include "syntax/words.h"

#include <utility>

namespace tgdl {

namespace {

constexpr Register kThis = 0;

int information_part(Symbol name) {
    if (name == word::short_) {
        return static_cast<int>(InformationPart::Short);
    }
    if (name == word::long_) {
        return static_cast<int>(InformationPart::Long);
    }
    if (name == word::glyph) {
        return static_cast<int>(InformationPart::Glyph);
    }
    if (name == word::color) {
        return static_cast<int>(InformationPart::Color);
    }
    return name == word::image ? static_cast<int>(InformationPart::Image) : -1;
}

class ClassLowering {
public:
    explicit ClassLowering(Lowering& lowering)
        : lowering_(lowering),
          checked_(lowering.checked),
          program_(lowering.program),
          values_(lowering.program.classes.size()) {}

    void lower() {
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            const TypeDefId id = lowering_.defs[index];
            if (id.valid()) {
                find_values(index, checked_.def(id));
                lower_init(index, id);
                lower_defaults(index, id);
                lower_visible(index, id);
                lower_information(index, id);
            } else if (index == program_.plain_connection) {
                lower_plain_connection();
            }
        }
        lower_enums();
    }

private:
    [[nodiscard]] const ClassInfo& info(ClassIndex index) const { return program_.classes[index]; }
    [[nodiscard]] BodyId body_of(CodeRef clause, Role role) const {
        return lowering_.bodies.find(clause.file, checked_.tree(clause).child(clause.node, role));
    }
    [[nodiscard]] NodeId part_of(CodeRef clause, Role role) const {
        return checked_.tree(clause).child(clause.node, role);
    }
    [[nodiscard]] std::string name_of(ClassIndex index, std::string_view part) const {
        return info(index).name + "." + std::string(part);
    }

    // ---- attribute values: those of the bases, with what is given anew

    void find_values(ClassIndex index, const TypeDef& def) {
        std::vector<CodeRef>& values = values_[index].places;
        if (info(index).base != kNone) {
            values_[index] = values_[info(index).base];
        }
        for (const AttributeId attribute : def.attributes) {
            values.push_back(checked_.attribute(attribute).place);
        }
        for (const AttributeOverride& given : def.overrides) {
            if (given.attribute == checked_.connection_distance) {
                values_[index].distance = given.place;
            } else if (given.attribute.valid()) {
                values[lowering_.attribute_number(given.attribute)] = given.place;
            }
        }
    }

    void lower_init(ClassIndex index, TypeDefId id) {
        const ClassIndex base = info(index).base;
        const TypeDef& def = checked_.def(id);
        const bool has_groups = !info(index).groups.empty();
        const bool keeps_values = base != kNone && def.overrides.empty() && !has_groups;
        if (base != kNone && def.overrides.empty() && def.attributes.empty() && def.groups.empty()
            && def.borders.empty()) {
            program_.classes[index].init = info(base).init;
            return;
        }
        ChunkWriter writer = writer_for(index);
        std::size_t from = 0;
        if (keeps_values) {
            from = info(base).attributes.size();
            if (info(base).init != kNone) {
                const Register window = writer.top();
                writer.emit(Operation::Move, window, kThis);
                writer.emit_wide(Operation::Call, window, info(base).init);
            }
        } else if (info(index).kind == ClassKind::Connection) {
            write_distance(writer, values_[index].distance);
        }
        for (std::size_t number = from; number < values_[index].places.size(); ++number) {
            write_value(writer, index, number);
        }
        if (has_groups) {
            write_groups(lowering_, writer, id);
        }
        if (writer.size() == 0) {
            return;
        }
        Chunk chunk = writer.finish("making " + info(index).name);
        program_.classes[index].init = add(std::move(chunk));
    }

    // Without a value an attribute stays null, as New leaves it.
    void write_value(ChunkWriter& writer, ClassIndex index, std::size_t number) {
        const CodeRef place = values_[index].places[number];
        if (!place.valid() || checked_.tree(place).kind(place.node) == NodeKind::ComputedAttribute) {
            return;
        }
        const NodeId value = part_of(place, Role::Value);
        const BodyId body = lowering_.bodies.find(place.file, value);
        if (!body.valid() || checked_.tree(place).kind(value) == NodeKind::NullLiteral) {
            return;
        }
        const Register result = writer.top();
        writer.set_place(lowering_.place_of({place.file, value}));
        lower_value_into(lowering_, writer, body, value, attribute_type(place, index, number),
                         {name_of(index, info(index).attributes[number].name), {register_this()}});
        writer.emit(Operation::SetWord, kThis, result, info(index).attributes[number].offset);
        writer.set_top(result);
    }

    // The declared type: what a number becomes, what a literal is.
    [[nodiscard]] TypeId attribute_type(CodeRef place, ClassIndex index, std::size_t number) const {
        const CodeReader reader(checked_, place.file);
        const NodeId type = part_of(place, Role::Type);
        if (type.valid()) {
            return reader.type(type);
        }
        for (TypeDefId at = lowering_.defs[index]; at.valid(); at = checked_.def(at).base) {
            for (const AttributeId attribute : checked_.def(at).attributes) {
                if (lowering_.attribute_number(attribute) == number) {
                    return checked_.attribute(attribute).type;
                }
            }
        }
        return {};
    }

    // A connection's own distance is 1 unless its class says otherwise.
    void write_distance(ChunkWriter& writer, CodeRef given) {
        const NodeId value = given.valid() ? part_of(given, Role::Value) : NodeId();
        const BodyId body = given.valid() ? lowering_.bodies.find(given.file, value) : BodyId();
        if (!body.valid()) {
            const Register one = writer.push();
            writer.load_constant(one, lowering_.number_constant(1));
            writer.emit(Operation::SetWord, kThis, one, kConnectionDistanceWord);
            writer.set_top(one);
            return;
        }
        const Register window = writer.push();
        writer.emit(Operation::Move, window, kThis);
        writer.set_place(lowering_.place_of({given.file, value}));
        lower_value_into(lowering_, writer, body, value, checked_.types.number, {"distance", {register_this()}});
        writer.native(NativeId::ConnectionSetDistance, window, 2);
        writer.set_top(window);
    }

    void lower_plain_connection() {
        ChunkWriter writer = writer_for(program_.plain_connection);
        write_distance(writer, {});
        program_.classes[program_.plain_connection].init = add(writer.finish("making connection"));
    }

    // ---- contents and default blocks: those of the bases first

    void lower_defaults(ClassIndex index, TypeDefId id) {
        const TypeDef& def = checked_.def(id);
        if (def.defaults.empty() && !def.contents.valid()) {
            program_.classes[index].defaults = info(index).base != kNone ? info(info(index).base).defaults : kNone;
            return;
        }
        std::vector<TypeDefId> chain;
        for (TypeDefId at = id; at.valid(); at = checked_.def(at).base) {
            chain.insert(chain.begin(), at);
        }
        ChunkWriter writer = writer_for(index);
        const ChunkShape shape{name_of(index, "default"), {register_this()}};
        for (const TypeDefId type : chain) {
            if (checked_.def(type).contents.valid()) {
                write_contents(writer, checked_.def(type).contents, shape);
            }
        }
        for (const TypeDefId type : chain) {
            for (const CodeRef block : checked_.def(type).defaults) {
                if (const BodyId body = body_of(block, Role::Body); body.valid()) {
                    lower_block_into(lowering_, writer, body, part_of(block, Role::Body), shape);
                }
            }
        }
        Chunk chunk = writer.finish(shape.name);
        program_.classes[index].defaults = add(std::move(chunk));
    }

    void write_contents(ChunkWriter& writer, CodeRef contents, const ChunkShape& shape) {
        const Tree& tree = checked_.tree(contents);
        if (tree.has(contents.node, Role::Value)) {
            write_contents_from(writer, contents);
        }
        for (const NodeId entry : tree.children(contents.node, Role::Item)) {
            if (tree.kind(entry) == NodeKind::ContentsEntry) {
                write_entry(writer, {contents.file, entry}, shape);
            }
        }
    }

    // One new card for each row of the file, one after the other on top.
    void write_contents_from(ChunkWriter& writer, CodeRef contents) {
        set_flags(lowering_, lowering_.bodies.find(contents), writer);
        writer.set_place(lowering_.place_of(contents));
        const Meaning meaning = CodeReader(checked_, contents.file).meaning(contents.node);
        write_data_instances(lowering_, writer, meaning.extra, [&](Register made) {
            const Register window = writer.push(2);
            writer.move(window, kThis);
            writer.move(static_cast<Register>(window + 1), made);
            writer.native(NativeId::DeckFill, window, 2);
            writer.set_top(window);
        });
    }

    // `3 Card { … }`: that many new cards, one after the other on top.
    void write_entry(ChunkWriter& writer, CodeRef entry, const ChunkShape& shape) {
        const CodeReader reader(checked_, entry.file);
        const Meaning card = reader.meaning(entry.node);
        const BodyId body = lowering_.bodies.find(entry);
        if (card.kind != MeaningKind::TypeName || !body.valid()) {
            return;
        }
        const Register before = writer.top();
        const NodeId count = part_of(entry, Role::Count);
        writer.set_place(lowering_.place_of(entry));
        const Register limit = before;
        lower_value_into(lowering_, writer, body, count, checked_.types.number, shape);
        writer.push();
        const Register made = writer.push();
        writer.load_constant(made, lowering_.number_constant(1));
        const Label again = writer.new_label();
        const Label done = writer.new_label();
        writer.bind(again); // the made-th card, counted from 1, as long as it is not past the limit
        writer.jump_compare(Operation::JumpUnlessLessEqual, made, limit, done);
        const Register window = writer.push();
        writer.emit(Operation::Move, window, kThis);
        const NodeId initialiser =
            checked_.def(TypeDefId(card.index)).nameless ? entry.node : part_of(entry, Role::Initialiser);
        lower_new_into(lowering_, writer, body, TypeDefId(card.index), initialiser, shape);
        writer.native(NativeId::DeckFill, window, 2);
        const Register one = window;
        writer.load_constant(one, lowering_.number_constant(1));
        writer.emit(Operation::Add, made, made, one);
        writer.set_top(window);
        writer.jump(again);
        writer.bind(done);
        writer.set_top(before);
    }

    // ---- what players see

    void lower_visible(ClassIndex index, TypeDefId id) {
        const ClassIndex base = info(index).base;
        if (base != kNone) {
            program_.classes[index].visible = info(base).visible;
            for (std::size_t i = 0; i < info(base).attributes.size(); ++i) {
                program_.classes[index].attributes[i].visible = info(base).attributes[i].visible;
                program_.classes[index].attributes[i].otherwise = info(base).attributes[i].otherwise;
            }
        }
        for (const CodeRef visible : checked_.def(id).visibles) {
            const BodyId body = body_of(visible, Role::Body);
            if (!body.valid()) {
                continue;
            }
            const ChunkIndex chunk =
                lower_body(lowering_, body, {"visible of " + info(index).name, {register_this(), register_local(0)}});
            add_visible(index, id, visible, chunk);
        }
    }

    void add_visible(ClassIndex index, TypeDefId id, CodeRef visible, ChunkIndex chunk) {
        const Tree& tree = checked_.tree(visible);
        if (!tree.has(visible.node, Role::Name)) {
            program_.classes[index].visible.push_back(chunk);
            return;
        }
        for (const NodeId name : tree.children(visible.node, Role::Name)) {
            const Member* member = checked_.find_member(id, tree.main_symbol(name));
            if (member != nullptr && member->kind == MemberKind::Attribute) {
                const std::uint16_t number = lowering_.attribute_number(AttributeId(member->index));
                AttributeInfo& attribute = program_.classes[index].attributes[number];
                if (tree.has(visible.node, Role::Mode) || tree.has(visible.node, Role::Else)) {
                    const ChunkIndex value = lower_else(index, AttributeId(member->index), visible);
                    program_.classes[index].attributes[number].otherwise.push_back(
                        {static_cast<std::uint32_t>(attribute.visible.size()), value});
                }
                program_.classes[index].attributes[number].visible.push_back(chunk);
            }
        }
    }

    // The value after `else`; kNone for `else hidden`.
    ChunkIndex lower_else(ClassIndex index, AttributeId attribute, CodeRef visible) {
        const BodyId body = body_of(visible, Role::Else);
        return body.valid()
                   ? lower_body(lowering_, body, {"else of " + info(index).name, {register_this(), register_local(0)}},
                                checked_.attribute(attribute).type)
                   : kNone;
    }

    void lower_information(ClassIndex index, TypeDefId id) {
        if (info(index).base != kNone) {
            program_.classes[index].information = info(info(index).base).information;
        }
        for (const auto& [number, chunk] : lower_parts(id)) {
            program_.classes[index].information[number] = chunk;
        }
    }

    // The parts of its `information`, by number.
    std::vector<std::pair<std::size_t, ChunkIndex>> lower_parts(TypeDefId id) {
        std::vector<std::pair<std::size_t, ChunkIndex>> parts;
        for (const CodeRef part : checked_.def(id).information) {
            const Symbol name = checked_.tree(part).main_symbol(part.node);
            const int number = information_part(name);
            const BodyId body = body_of(part, Role::Body);
            if (number >= 0 && body.valid()) {
                const std::string title =
                    std::string(checked_.text(checked_.def(id).name)) + "." + std::string(checked_.text(name));
                parts.emplace_back(static_cast<std::size_t>(number),
                                   lower_body(lowering_, body, {title, {register_this()}}, checked_.types.string));
            }
        }
        return parts;
    }

    void lower_enums() {
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            if (const std::uint32_t index = lowering_.enum_index(TypeDefId(i)); index != kNone) {
                for (const auto& [number, chunk] : lower_parts(TypeDefId(i))) {
                    program_.enums[index].information[number] = chunk;
                }
            }
        }
    }

    // Of code for a new instance of exactly this class, or of one that derives from it and adds nothing to it.
    [[nodiscard]] ChunkWriter writer_for(ClassIndex index) {
        ChunkWriter writer(1);
        writer.has_this = true;
        writer.parameter_types = {lowering_.class_type(index)};
        return writer;
    }

    ChunkIndex add(Chunk chunk) {
        const ChunkIndex index = lowering_.reserve_chunk();
        program_.chunks[index] = std::move(chunk);
        return index;
    }

    // Where the value of each attribute of a class is written.
    struct Values {
        std::vector<CodeRef> places; // by number
        CodeRef distance;            // of a connection, when it is given anew
    };

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Program& program_;
    std::vector<Values> values_; // by class
};

} // namespace

void lower_classes(Lowering& lowering) {
    ClassLowering(lowering).lower();
}

} // namespace tgdl
