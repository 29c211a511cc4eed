#include "compile/lower_readers.h"

#include "compile/chunk_writer.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tgdl {

namespace {

constexpr Register kInstance = 0; // whose attribute is read
constexpr Register kBefore = 1;   // in the code of modifiers: what they begin with

// Valid where every instance works the attribute out in the same way: that function needs no chunk that tells classes apart.
FunctionId the_only_function(const std::vector<ComputedClass>& classes) {
    return classes.size() == 1 ? classes.front().computed : FunctionId();
}

// Writes the chunks of one attribute.
class ReaderLowering {
public:
    ReaderLowering(Lowering& lowering, AttributeId id)
        : lowering_(lowering),
          checked_(lowering.checked),
          id_(id),
          attribute_(lowering.checked.attribute(id)),
          owner_(lowering.class_of(attribute_.owner)),
          type_(lowering.type_of(attribute_.type)) {}

    void lower() {
        const ChunkIndex reader = lowering_.reader_chunk(id_);
        const ChunkIndex raw = lowering_.raw_chunk(id_);
        if (raw != kNone && !the_only_function(classes_of_computed(lowering_, id_)).valid()) {
            put(raw, write_raw());
        }
        if (reader != raw) {
            const ChunkIndex modifiers = attribute_.modifiers.empty() ? kNone : lowering_.reserve_chunk();
            put(reader, write_reader(modifiers));
            if (modifiers != kNone) {
                put(modifiers, write_modifiers());
            }
        }
    }

private:
    void put(ChunkIndex index, Chunk chunk) { lowering_.program.chunks[index] = std::move(chunk); }
    [[nodiscard]] std::string name() const {
        return lowering_.program.classes[owner_].name + "." + std::string(checked_.text(attribute_.name));
    }

    [[nodiscard]] ChunkWriter begin(Register parameters) {
        ChunkWriter writer(parameters);
        writer.has_this = true;
        writer.is_reader = true;
        writer.parameter_types = {lowering_.class_type(owner_)};
        writer.result = type_;
        writer.reads_hidden = lowering_.program.hides;
        writer.set_place(lowering_.place_of(checked_.tree(attribute_.place).name_span(attribute_.place.node)));
        return writer;
    }

    // What an instance is taken for may be a class of tiles: the blank tile fits each of them, and has no attribute.
    void refuse_blank(ChunkWriter& writer, ClassIndex index, Register instance) {
        if (lowering_.program.classes[index].kind == ClassKind::Tile) {
            writer.emit_wide(Operation::CheckNotBlank, instance,
                             lowering_.text_constant(checked_.text(attribute_.name)));
        }
    }

    void read_word(ChunkWriter& writer, Register target) {
        writer.emit(Operation::GetWord, target, kInstance, lowering_.attribute_offset(id_));
    }

    // By class, as the instance's own says.
    Chunk write_raw() {
        ChunkWriter writer = begin(1);
        for (const ComputedClass& each : classes_of_computed(lowering_, id_)) {
            const Label next = writer.new_label();
            const Register window = writer.push();
            if (each.index != owner_) {
                writer.emit(Operation::AsClass, window, kInstance, lowering_.class_type(each.index));
                writer.jump_if(Operation::JumpIfNull, window, next);
                refuse_blank(writer, each.index, window);
            } else {
                writer.move(window, kInstance);
            }
            if (each.computed.valid()) {
                writer.emit_wide(Operation::Call, window, lowering_.function_chunk(each.computed));
            } else {
                read_word(writer, window);
            }
            writer.emit(Operation::Return, window);
            writer.set_top(window);
            writer.bind(next);
        }
        return writer.finish(name());
    }

    // What it is without modifiers, then what they make of it.
    Chunk write_reader(ChunkIndex modifiers) {
        ChunkWriter writer = begin(1);
        const Register window = writer.push(2);
        const auto value = static_cast<Register>(window + 1);
        writer.move(window, kInstance);
        if (lowering_.is_hidden(id_)) { // who may not see it may not go on
            writer.emit(Operation::GetHiddenWord, value, kInstance, lowering_.attribute_offset(id_));
        }
        if (lowering_.raw_chunk(id_) != kNone) {
            writer.move(value, kInstance);
            writer.emit_wide(Operation::Call, value, lowering_.raw_chunk(id_));
        } else if (!lowering_.is_hidden(id_)) {
            read_word(writer, value);
        }
        if (modifiers == kNone) {
            writer.emit(Operation::Return, value);
        } else {
            writer.emit_wide(Operation::Call, window, modifiers);
            writer.emit(Operation::Return, window);
        }
        return writer.finish(name());
    }

    Chunk write_modifiers() {
        ChunkWriter writer = begin(2);
        writer.parameter_types.push_back(type_);
        writer.begin_variable("value", kBefore);
        const Register window = writer.push(2);
        writer.move(window, kInstance);
        writer.load_constant(static_cast<Register>(window + 1),
                             lowering_.text_constant(checked_.text(attribute_.name)));
        writer.native(NativeId::BeginModifiers, window, 2);
        writer.set_top(window);
        for (const std::uint32_t index : attribute_.modifiers) {
            write_modifier(writer, checked_.modifiers[index]);
        }
        writer.emit(Operation::Return, kBefore);
        writer.end_variables(0);
        return writer.finish("modifiers of " + name());
    }

    // r[kBefore] becomes what the modifier gives, of each instance that has it.
    void write_modifier(ChunkWriter& writer, const Modifier& modifier) {
        const ClassIndex target = lowering_.class_of(modifier.target);
        const ClassIndex holder = modifier.owner.valid() ? lowering_.class_of(modifier.owner) : kNone;
        if (target == kNone || (modifier.owner.valid() && holder == kNone)) {
            return; // there is no such thing
        }
        writer.set_place(lowering_.place_of(checked_.tree(modifier.place).name_span(modifier.place.node)));
        const Label end = writer.new_label();
        const Register seen = writer.push(); // the instance, as the modifier's target
        if (target != owner_) {
            writer.emit(Operation::AsClass, seen, kInstance, lowering_.class_type(target));
            writer.jump_if(Operation::JumpIfNull, seen, end);
            refuse_blank(writer, target, seen);
        } else {
            writer.move(seen, kInstance);
        }
        if (!modifier.owner.valid()) {
            apply(writer, modifier, seen, std::nullopt, end);
            writer.bind(end);
            writer.set_top(seen);
            return;
        }
        // A walk over all that are tracked, by age.
        const Register list = writer.push(3);
        writer.load_null(list);
        const TypeIndex type = lowering_.class_type(holder);
        const TypeIndex list_type = lowering_.list_type(type);
        writer.load_constant(static_cast<Register>(list + 1), lowering_.number_constant(type));
        writer.load_constant(static_cast<Register>(list + 2), lowering_.number_constant(list_type));
        writer.native(NativeId::AllOf, list, 3);
        const Label next = writer.new_label();
        writer.emit(Operation::Walk, list, list);
        const auto element = static_cast<Register>(list + 2);
        writer.bind(next);
        writer.jump_wide(Operation::Next, list, end);
        refuse_blank(writer, holder, element);
        apply(writer, modifier, seen, element, next);
        writer.jump(next);
        writer.bind(end);
        writer.set_top(seen);
    }

    // Jumps when its condition does not hold.
    void apply(ChunkWriter& writer, const Modifier& modifier, Register seen, std::optional<Register> holder,
               Label refused) {
        const bool hides = lowering_.program.hides;
        const Register window = writer.top();
        const auto push_arguments = [&] {
            if (holder) {
                writer.move(writer.push(), *holder);
            }
            writer.move(writer.push(), seen);
        };
        if (modifier.condition.valid()) {
            push_arguments();
            writer.emit_wide(hides ? Operation::CallPublic : Operation::Call, window,
                             lowering_.function_chunk(modifier.condition));
            writer.jump_if(Operation::JumpUnless, window, refused);
            writer.set_top(window);
        }
        if (holder && hides) {
            writer.move(writer.push(), *holder);
            writer.native(NativeId::SeeModifier, window, 1);
            writer.set_top(window);
        }
        push_arguments();
        writer.move(writer.push(), kBefore);
        writer.emit_wide(Operation::Call, window, lowering_.function_chunk(modifier.block));
        writer.move(kBefore, window);
        writer.set_top(window);
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    AttributeId id_;
    const Attribute& attribute_;
    ClassIndex owner_;
    TypeIndex type_;
};

bool has_reader(const Lowering& lowering, std::size_t index) {
    const Attribute& attribute = lowering.checked.attributes[index];
    return attribute.runs_code && attribute.owner.valid() && lowering.class_of(attribute.owner) != kNone;
}

} // namespace

std::vector<ComputedClass> classes_of_computed(const Lowering& lowering, AttributeId attribute) {
    const CheckedProgram& checked = lowering.checked;
    const TypeDefId owner = checked.attribute(attribute).owner;
    std::vector<ComputedClass> found;
    for (std::size_t i = 0; i < checked.type_defs.size(); ++i) {
        const TypeDefId type(i);
        const ClassIndex index = lowering.class_of(type);
        const bool gives_anew = std::ranges::any_of(
            checked.def(type).overrides, [&](const AttributeOverride& given) { return given.attribute == attribute; });
        if (index != kNone && (type == owner || gives_anew)) {
            found.push_back({index, checked.computed_in(type, attribute)});
        }
    }
    // Classes are numbered so that derived ones follow their base.
    std::ranges::sort(found, std::ranges::greater(), &ComputedClass::index);
    return found;
}

void reserve_readers(Lowering& lowering) {
    Program& program = lowering.program;
    for (std::size_t i = 0; i < lowering.checked.attributes.size(); ++i) {
        if (!has_reader(lowering, i)) {
            continue;
        }
        const AttributeId id(i);
        const Attribute& attribute = lowering.checked.attributes[i];
        const std::vector<ComputedClass> classes = classes_of_computed(lowering, id);
        Lowering::AttributePlace& place = lowering.attributes[i];
        if (const FunctionId function = the_only_function(classes); function.valid()) {
            place.raw = lowering.function_chunk(function);
        } else if (std::ranges::any_of(classes, [](const ComputedClass& each) { return each.computed.valid(); })) {
            place.raw = lowering.reserve_chunk();
        }
        const bool reads_alone = attribute.modifiers.empty() && !place.hidden;
        place.reader = reads_alone && place.raw != kNone ? place.raw : lowering.reserve_chunk();
        const ClassIndex owner = lowering.class_of(attribute.owner);
        for (ClassIndex index = owner; index <= program.classes[owner].last; ++index) {
            AttributeInfo& info = program.classes[index].attributes[place.number];
            info.reader = place.reader;
            info.raw = place.raw;
        }
    }
}

void lower_readers(Lowering& lowering) {
    for (std::size_t i = 0; i < lowering.checked.attributes.size(); ++i) {
        if (has_reader(lowering, i)) {
            ReaderLowering(lowering, AttributeId(i)).lower();
        }
    }
}

} // namespace tgdl
