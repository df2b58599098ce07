import AlbumenTestSupport
import Catalog
import Foundation
import Records

@testable import Albumen
@testable import PhotoLibrary

/// Generates predicates and sorts in two forms: PhotoKit's, and a test of one asset in memory.
struct RandomFetches {
    struct Condition {
        var format: String
        var arguments: [Any?]
        var holds: (AssetRecord) -> Bool
    }

    struct Sort {
        var key: String
        var isAscending: Bool
        /// Whether an asset precedes another. `nil` is first.
        var comesBefore: (AssetRecord, AssetRecord) -> Bool
    }

    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    // MARK: Assets

    mutating func asset(_ number: Int) -> AssetRecord {
        let digits = String(number, radix: 16, uppercase: true)
        let uuid = "A55E7000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        var asset = AssetRecord(
            uuid: uuid, mediaType: pick([.image, .image, .video, .audio]),
            mediaSubtypes: MediaSubtypes(rawValue: pick([0, 0, 1, 4, 8, 12, 65_536, 131_072])),
            playbackStyle: .image, pixelWidth: pick([0, 100, 300, 4_000]), pixelHeight: pick([0, 100, 300, 3_000]),
            duration: pick([0, 0, 0.5, 1, 30.25]), creationDate: pick([nil] + Self.dates),
            addedDate: pick(Self.dates.compactMap { $0 }))
        asset.modificationDate = pick([nil] + Self.dates)
        asset.isFavorite = pick([true, false])
        asset.isHidden = pick([true, false, false])
        asset.latitude = pick([nil, 47.5])
        asset.longitude = asset.latitude.map { _ in 8.5 }
        asset.burstIdentifier = pick([nil, nil, nil, "burst", "Bürst-É"])
        asset.representsBurst = asset.burstIdentifier != nil && pick([true, false])
        asset.burstSelectionTypes =
            asset.burstIdentifier == nil ? [] : pick([[], .autoPick, .userPick, [.autoPick, .userPick]])
        asset.sourceType = pick([.userLibrary, .userLibrary, .userLibrary, .cloudShared, .iTunesSynced])
        asset.trashedDate = pick([nil, nil, nil, nil, Self.dates[0]])
        return asset
    }

    private static let dates: [Date?] = (0..<5).map { Date(timeIntervalSinceReferenceDate: Double($0) * 1_000.5) }

    // MARK: Conditions

    mutating func condition(depth: Int = 0) -> Condition {
        if depth < 3, chance(3) { return compound(depth) }
        switch Int.random(in: 0..<13, using: &generator) {
        case 0: return number("mediaType", \.mediaType.rawValue, pick([1, 2, 3, 9]))
        case 1: return number(pick(["pixelWidth", "SELF.pixelWidth"]), \.pixelWidth, pick([0, 100, 300, 4_000]))
        case 2: return number("pixelHeight", \.pixelHeight, pick([-1, 100, 300]))
        case 3: return bits()
        case 4: return date("creationDate", \.creationDate)
        case 5: return date("modificationDate", \.modificationDate)
        case 6: return flag()
        case 7: return real()
        case 8: return text()
        case 9: return isNull()
        case 10: return list()
        case 11: return between()
        default: return identifier()
        }
    }

    private mutating func compound(_ depth: Int) -> Condition {
        let left = condition(depth: depth + 1)
        let right = condition(depth: depth + 1)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            return Condition(
                format: "(\(left.format)) \(pick(["AND", "and", "&&"])) (\(right.format))",
                arguments: left.arguments + right.arguments
            ) { left.holds($0) && right.holds($0) }
        case 1:
            return Condition(
                format: "(\(left.format)) \(pick(["OR", "or", "||"])) (\(right.format))",
                arguments: left.arguments + right.arguments
            ) { left.holds($0) || right.holds($0) }
        case 2:
            return Condition(format: "\(pick(["NOT ", "!"]))(\(left.format))", arguments: left.arguments) {
                !left.holds($0)
            }
        default:
            // Without parentheses: AND binds before OR.
            let last = condition(depth: 3)
            let (first, middle) = (condition(depth: 3), condition(depth: 3))
            return Condition(
                format: "\(first.format) OR \(middle.format) AND \(last.format)",
                arguments: first.arguments + middle.arguments + last.arguments
            ) { first.holds($0) || (middle.holds($0) && last.holds($0)) }
        }
    }

    private mutating func comparison() -> (symbol: String, holds: (ComparisonResult) -> Bool) {
        let symbol = pick(["==", "=", "!=", "<>", "<", "<=", ">", ">="])
        return (symbol, { Self.holds(symbol, $0) })
    }

    private static func holds(_ symbol: String, _ order: ComparisonResult) -> Bool {
        switch symbol {
        case "==", "=": order == .orderedSame
        case "!=", "<>": order != .orderedSame
        case "<": order == .orderedAscending
        case "<=": order != .orderedDescending
        case ">": order == .orderedDescending
        default: order != .orderedAscending
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }

    private mutating func number(_ key: String, _ value: @escaping (AssetRecord) -> Int, _ other: Int) -> Condition {
        let comparison = comparison()
        let (format, arguments): (String, [Any?]) = pick([
            ("\(key) \(comparison.symbol) %d", [other]), ("\(key) \(comparison.symbol) \(other)", []),
            ("%K \(comparison.symbol) %@", [key, other]), ("%d \(Self.mirrored(comparison.symbol)) \(key)", [other]),
        ])
        return Condition(format: format, arguments: arguments) {
            comparison.holds(Self.compare(value($0), other))
        }
    }

    private static func mirrored(_ symbol: String) -> String {
        switch symbol {
        case "<": ">"
        case "<=": ">="
        case ">": "<"
        case ">=": "<="
        default: symbol
        }
    }

    private mutating func bits() -> Condition {
        let mask = pick([1, 4, 8, 12, 131_072])
        let key = pick(["mediaSubtypes", "mediaSubtype"])
        return pick([
            Condition(format: "(\(key) & %d) != 0", arguments: [mask]) { $0.mediaSubtypes.rawValue & mask != 0 },
            Condition(format: "\(key) & %d == %d", arguments: [mask, mask]) {
                $0.mediaSubtypes.rawValue & mask == mask
            },
            Condition(format: "!((\(key) & %d) > 0)", arguments: [mask]) { $0.mediaSubtypes.rawValue & mask == 0 },
        ])
    }

    /// An asset without a date equals `nil`, differs from each date, and is neither before nor after one.
    private mutating func date(_ key: String, _ value: @escaping (AssetRecord) -> Date?) -> Condition {
        let comparison = comparison()
        let other = pick(Self.dates.compactMap { $0 })
        return Condition(format: "\(key) \(comparison.symbol) %@", arguments: [other as NSDate]) { asset in
            guard let date = value(asset) else { return ["!=", "<>"].contains(comparison.symbol) }
            return comparison.holds(Self.compare(date, other))
        }
    }

    private mutating func flag() -> Condition {
        let (key, value): (String, (AssetRecord) -> Bool) = pick([
            ("isFavorite", \.isFavorite), ("favorite", \.isFavorite), ("isHidden", \.isHidden), ("hidden", \.isHidden),
            ("representsBurst", \.representsBurst),
        ])
        let isTrue = pick([true, false])
        let word = isTrue ? pick(["YES", "true", "TRUE", "1"]) : pick(["NO", "false", "0"])
        return pick([
            Condition(format: "\(key) == \(word)", arguments: []) { value($0) == isTrue },
            Condition(format: "\(key) != %@", arguments: [isTrue]) { value($0) != isTrue },
        ])
    }

    private mutating func real() -> Condition {
        let comparison = comparison()
        let other = pick([0, 0.5, 1, 30.25])
        return Condition(format: "duration \(comparison.symbol) %f", arguments: [other]) {
            comparison.holds(Self.compare($0.duration, other))
        }
    }

    private mutating func text() -> Condition {
        let folded = { (text: String) in text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
        return pick([
            Condition(format: "burstIdentifier CONTAINS[cd] %@", arguments: ["URST"]) {
                $0.burstIdentifier.map { folded($0).contains("urst") } ?? false
            },
            Condition(format: "burstIdentifier BEGINSWITH %@", arguments: ["b"]) {
                $0.burstIdentifier?.hasPrefix("b") ?? false
            },
            Condition(format: "burstIdentifier ENDSWITH[d] 'E'", arguments: []) {
                $0.burstIdentifier?.hasSuffix("É") ?? false
            },
            Condition(format: "burstIdentifier LIKE[c] 'B?RST*'", arguments: []) { $0.burstIdentifier != nil },
            Condition(format: "NOT burstIdentifier == %@", arguments: ["burst"]) { $0.burstIdentifier != "burst" },
        ])
    }

    private mutating func isNull() -> Condition {
        let key = pick(["location", "burstIdentifier", "creationDate", "modificationDate"])
        func isNull(_ asset: AssetRecord) -> Bool {
            switch key {
            case "location": asset.latitude == nil
            case "burstIdentifier": asset.burstIdentifier == nil
            case "creationDate": asset.creationDate == nil
            default: asset.modificationDate == nil
            }
        }
        if chance(2) { return Condition(format: "\(key) == nil", arguments: [], holds: isNull) }
        return Condition(format: "\(key) != NULL", arguments: []) { !isNull($0) }
    }

    private mutating func list() -> Condition {
        let list = (0..<Int.random(in: 0...3, using: &generator)).map { _ in pick([1, 2, 3, 7]) }
        return pick([
            Condition(format: "mediaType IN %@", arguments: [list]) { list.contains($0.mediaType.rawValue) },
            Condition(format: "NOT (mediaType IN %@)", arguments: [list]) { !list.contains($0.mediaType.rawValue) },
            Condition(format: "mediaType IN {1, 3}", arguments: []) { [1, 3].contains($0.mediaType.rawValue) },
        ])
    }

    private mutating func between() -> Condition {
        let bounds = [pick([0, 100, 300]), pick([100, 300, 4_000])]
        return Condition(format: "pixelWidth BETWEEN %@", arguments: [bounds]) {
            $0.pixelWidth >= bounds[0] && $0.pixelWidth <= bounds[1]
        }
    }

    private mutating func identifier() -> Condition {
        let uuids = (0..<3).map { _ in asset(Int.random(in: 0..<60, using: &generator)).uuid }
        let identifiers = uuids.map { LocalIdentifier.string(uuid: $0, kind: .asset) }
        return pick([
            Condition(format: "localIdentifier IN %@", arguments: [identifiers]) { uuids.contains($0.uuid) },
            Condition(format: "NOT (localIdentifier IN %@)", arguments: [uuids]) { !uuids.contains($0.uuid) },
            Condition(format: "localIdentifier == %@", arguments: [identifiers[0]]) { $0.uuid == uuids[0] },
        ])
    }

    // MARK: Sorts

    mutating func sorts() -> [Sort] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            let isAscending = pick([true, false])
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: return sort("creationDate", isAscending, \.creationDate)
            case 1: return sort("modificationDate", isAscending, \.modificationDate)
            case 2: return sort("addedDate", isAscending) { Optional($0.addedDate) }
            case 3: return sort("mediaType", isAscending) { Optional($0.mediaType.rawValue) }
            case 4: return sort("duration", isAscending) { Optional($0.duration) }
            case 5: return sort("pixelWidth", isAscending) { Optional($0.pixelWidth) }
            case 6: return sort("isFavorite", isAscending) { Optional($0.isFavorite ? 1 : 0) }
            default: return sort("localIdentifier", isAscending) { Optional($0.uuid) }
            }
        }
    }

    private func sort<Value: Comparable>(
        _ key: String, _ isAscending: Bool, _ value: @escaping (AssetRecord) -> Value?
    ) -> Sort {
        Sort(key: key, isAscending: isAscending) { left, right in
            switch (value(left), value(right)) {
            case (nil, nil): false
            case (nil, _): isAscending
            case (_, nil): !isAscending
            case (let left?, let right?): isAscending ? left < right : left > right
            }
        }
    }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }
}
