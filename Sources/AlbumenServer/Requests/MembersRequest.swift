import Foundation

/// A change of an album's members: one of `add`, `insert` with `at`, `remove`, and `move` with `before` or `at`.
enum MembersRequest: RequestDocument {
    /// Appends assets. Existing members keep their position.
    case add([String])
    /// Inserts assets. The indexes are their positions after the insertion.
    case insert([String], at: IndexSet)
    case remove([String])
    /// Moves members before another member, or to the end for `nil`.
    case move([String], before: String?)
    /// Moves members to the indexes, in their present order. The indexes are their positions after the move.
    case place([String], at: IndexSet)

    private static let names = ["add", "insert", "remove", "move"]

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: Set(Self.names + ["at", "before"]))
        let given = Self.names.filter(fields.has)
        guard let name = given.first else {
            throw fields.refusal(of: "add", "is missing, and so are insert, remove and move")
        }
        guard given.count == 1 else { throw fields.refusal(of: given[1], "does not go with \(name)") }
        if name != "insert", name != "move", fields.has("at") {
            throw fields.refusal(of: "at", "goes with insert and move alone")
        }
        if name != "move", fields.has("before") { throw fields.refusal(of: "before", "goes with move alone") }
        let assets = try fields.uuids(name)
        switch name {
        case "add": self = .add(assets)
        case "insert": self = .insert(assets, at: try Self.indexes(fields, count: assets.count))
        case "remove": self = .remove(assets)
        default:
            if fields.has("at") {
                guard !fields.has("before") else { throw fields.refusal(of: "before", "does not go with at") }
                self = .place(assets, at: try Self.indexes(fields, count: assets.count))
                return
            }
            guard let before = try fields.nullableUUID("before") else {
                throw fields.refusal(of: "before", "is missing")
            }
            self = .move(assets, before: before)
        }
    }

    private static func indexes(_ fields: RequestFields, count: Int) throws -> IndexSet {
        let numbers: [Int] = try fields.value("at")
        let isRising = zip(numbers, numbers.dropFirst()).allSatisfy(<)
        guard numbers.count == count, isRising, numbers.allSatisfy((0..<Int(Int32.max)).contains) else {
            throw fields.refusal(of: "at", "has not one index for each asset, in rising order")
        }
        return IndexSet(numbers)
    }
}
