import Albumen
import Records

/// The value of `--filter`: a predicate in the syntax of `NSPredicate`, with dates as text.
///
/// A program passes dates as arguments, which a command line can't do. So text compared with a date's key is parsed as
/// a date, a fraction compared with `exposureTime` is divided, and a kind's name compared with `mediaType` is converted
/// to its number.
enum FilterOption {
    private static let dateKeys: Set = ["creationDate", "modificationDate", "addedDate"]

    static func predicate(_ text: String) throws(PredicateError) -> Predicate {
        try withLiterals(Predicate(format: text))
    }

    private static func withLiterals(_ predicate: Predicate) throws(PredicateError) -> Predicate {
        switch predicate {
        case .constant: return predicate
        case .not(let inner): return .not(try withLiterals(inner))
        case .and(let terms): return .and(try withLiterals(terms))
        case .or(let terms): return .or(try withLiterals(terms))
        case .comparison(.key(let key), let comparison, .value(let value)):
            return .comparison(.key(key), comparison, .value(try literal(value, of: key)))
        case .comparison(.value(let value), let comparison, .key(let key)):
            return .comparison(.value(try literal(value, of: key)), comparison, .key(key))
        case .comparison: return predicate
        }
    }

    private static func withLiterals(_ terms: [Predicate]) throws(PredicateError) -> [Predicate] {
        var result: [Predicate] = []
        for term in terms { result.append(try withLiterals(term)) }
        return result
    }

    private static func literal(_ value: Predicate.Value, of key: String) throws(PredicateError) -> Predicate.Value {
        switch value {
        case .list(let values):
            var result: [Predicate.Value] = []
            for value in values { result.append(try literal(value, of: key)) }
            return .list(result)
        case .text(let text) where dateKeys.contains(key):
            guard let seconds = CivilTime.secondsSinceReferenceDate(text) else {
                throw PredicateError(
                    .mismatchedTypes, "“\(text)” isn't a date",
                    remedy: "Write one as \"2024-05-07\" or \"2024-05-07T09:33:04+08:00\"; UTC without an offset.")
            }
            return .date(seconds)
        case .text(let text) where key == "exposureTime":
            return fraction(text).map { .real($0) } ?? value
        case .text(let name) where key == "mediaType":
            return AssetMediaType(name: name).map { .integer(Int64($0.rawValue)) } ?? value
        default:
            return value
        }
    }

    /// Returns the quotient for a text such as `1/250`.
    private static func fraction(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], denominator != 0 else {
            return nil
        }
        return numerator / denominator
    }
}
