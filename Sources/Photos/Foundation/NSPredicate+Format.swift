internal import Albumen
public import Foundation

// Foundation on Linux declares these initialisers unavailable; an available one of the same shape is preferred.
// `Any` in place of `CVarArg`, because dates and arrays are passed without a cast as often as with one.
extension NSPredicate {
    /// Makes a predicate for fetch options from a format such as `"mediaType == %d AND creationDate > %@"`.
    ///
    /// The format is parsed here, the keys are checked by the fetch. The predicate selects library objects in a fetch;
    /// it evaluates no object by itself. A format that does not parse ends the process, as an exception does on macOS.
    public convenience init(format: String, _ args: Any...) {
        self.init(parsing: format, arguments: args)
    }

    /// Makes a predicate for fetch options from a format and an array with its arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
        self.init(parsing: format, arguments: arguments ?? [])
    }

    private convenience init(parsing format: String, arguments: [Any]) {
        do throws(Albumen.PredicateError) {
            let predicate = try Albumen.Predicate(format: format, arguments: arguments)
            self.init(expression: predicate, format: format)
        } catch {
            raiseInvalidArgument("Unable to parse the format string \"\(format)\": \(error)")
        }
    }

    /// `NSPredicate` keeps nothing but a block, so the block carries the expression and answers only our probe.
    private convenience init(expression: Albumen.Predicate, format: String) {
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

/// What asks a predicate for its expression by posing as the object to evaluate.
private final class PredicateProbe {
    var expression: Albumen.Predicate?
}

extension Albumen.Predicate {
    /// Reads back what a client built: formats, constants, and compounds of these.
    ///
    /// - Throws: an error for `NSPredicate(block:)` and for compounds nested too deep.
    init(readingFrom predicate: NSPredicate) throws(Albumen.PredicateError) {
        self = try Self.read(predicate, depth: 0)
    }

    private static func read(_ predicate: NSPredicate, depth: Int) throws(Albumen.PredicateError) -> Albumen.Predicate {
        guard depth < Albumen.Predicate.Limits.compoundDepth else {
            throw Albumen.PredicateError(
                .tooLarge,
                "Unsupported predicate in fetch options: compound predicates are nested deeper than "
                    + "\(Albumen.Predicate.Limits.compoundDepth) levels",
                remedy: "Join all terms in one NSCompoundPredicate.")
        }
        // Before the constants: a compound is a constant underneath.
        if let compound = predicate as? NSCompoundPredicate {
            return try read(compound, depth: depth)
        }
        if predicate.isEqual(NSPredicate(value: true)) { return .constant(true) }
        if predicate.isEqual(NSPredicate(value: false)) { return .constant(false) }
        let probe = PredicateProbe()
        _ = predicate.evaluate(with: probe)
        guard let expression = probe.expression else {
            throw Albumen.PredicateError(
                .opaque, "Unsupported predicate in fetch options: a block cannot run inside a query",
                remedy: "Use NSPredicate(format:), or fetch without it and filter the results.")
        }
        return expression
    }

    private static func read(
        _ compound: NSCompoundPredicate, depth: Int
    ) throws(Albumen.PredicateError) -> Albumen.Predicate {
        var terms: [Albumen.Predicate] = []
        for subpredicate in compound.subpredicates {
            terms.append(try read(subpredicate, depth: depth + 1))
        }
        switch compound.compoundPredicateType {
        case .and: return .and(terms)
        case .or: return .or(terms)
        case .not:
            // As Foundation does: it looks at the first, and lets nobody make one without.
            guard let first = terms.first else { return .constant(false) }
            return .not(first)
        }
    }
}
