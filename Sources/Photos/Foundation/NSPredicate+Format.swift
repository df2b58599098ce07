public import Foundation
internal import PhotoLibrary

// Foundation on Linux declares these initializers as unavailable. Overload resolution prefers available ones with the
// same parameters. The arguments are `Any` instead of `CVarArg`, because clients pass dates and arrays with and
// without a cast.
extension NSPredicate {
    /// Creates a predicate for fetch options from a format such as `"mediaType == %d AND creationDate > %@"`.
    ///
    /// The initializer parses the format, and the fetch checks the keys. The predicate only works in fetches and
    /// can't evaluate an object. An invalid format stops the program, like an exception on macOS.
    public convenience init(format: String, _ args: Any...) {
        self.init(parsing: format, arguments: args)
    }

    /// Creates a predicate for fetch options from a format and an array of arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
        self.init(parsing: format, arguments: arguments ?? [])
    }

    private convenience init(parsing format: String, arguments: [Any]) {
        do throws(PhotoLibrary.PredicateError) {
            let predicate = try PhotoLibrary.Predicate(format: format, arguments: arguments)
            self.init(expression: predicate, format: format)
        } catch {
            raiseInvalidArgument("Unable to parse the format string \"\(format)\": \(error)")
        }
    }

    /// `NSPredicate` only stores a block, so the block contains the expression and returns it to the probe.
    convenience init(expression: PhotoLibrary.Predicate, format: String) {
        self.init { object, _ in
            guard let probe = object as? PredicateProbe else {
                raiseInvalidArgument(
                    "The predicate \"\(format)\" selects library objects in a fetch; it cannot evaluate an object. "
                        + "Set it as PHFetchOptions.predicate, or filter with a closure.")
            }
            probe.expression = expression
            return false
        }
    }
}

/// An object that obtains a predicate's expression by pretending to be the object to evaluate.
private final class PredicateProbe {
    var expression: PhotoLibrary.Predicate?
}

extension PhotoLibrary.Predicate {
    /// Reads a client's predicate, which consists of formats, constants, and compounds of these.
    ///
    /// - Throws: An error for `NSPredicate(block:)` and for compounds that are nested too deeply.
    init(readingFrom predicate: NSPredicate) throws(PhotoLibrary.PredicateError) {
        self = try Self.read(predicate, depth: 0)
    }

    private static func read(_ predicate: NSPredicate, depth: Int) throws(PhotoLibrary.PredicateError)
        -> PhotoLibrary.Predicate
    {
        guard depth < PhotoLibrary.Predicate.Limits.compoundDepth else {
            throw PhotoLibrary.PredicateError(
                .tooLarge,
                "Unsupported predicate in fetch options: compound predicates are nested deeper than "
                    + "\(PhotoLibrary.Predicate.Limits.compoundDepth) levels",
                remedy: "Join all terms in one NSCompoundPredicate.")
        }
        // A compound is also a constant, so check it first.
        if let compound = predicate as? NSCompoundPredicate {
            return try read(compound, depth: depth)
        }
        if predicate.isEqual(NSPredicate(value: true)) { return .constant(true) }
        if predicate.isEqual(NSPredicate(value: false)) { return .constant(false) }
        let probe = PredicateProbe()
        _ = predicate.evaluate(with: probe)
        guard let expression = probe.expression else {
            throw PhotoLibrary.PredicateError(
                .opaque, "Unsupported predicate in fetch options: a block cannot run inside a query",
                remedy: "Use NSPredicate(format:), or fetch without it and filter the results.")
        }
        return expression
    }

    private static func read(
        _ compound: NSCompoundPredicate, depth: Int
    ) throws(PhotoLibrary.PredicateError) -> PhotoLibrary.Predicate {
        var terms: [PhotoLibrary.Predicate] = []
        for subpredicate in compound.subpredicates {
            terms.append(try read(subpredicate, depth: depth + 1))
        }
        switch compound.compoundPredicateType {
        case .and: return .and(terms)
        case .or: return .or(terms)
        case .not:
            // Foundation also evaluates the first one. A compound without terms can't be created.
            guard let first = terms.first else { return .constant(false) }
            return .not(first)
        }
    }
}
