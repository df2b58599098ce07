internal import Foundation

/// An object of the library that can be a predicate's argument, as in `SELF IN %@`.
package protocol PredicateObject {
    /// The object's local identifier.
    var predicateIdentifier: String { get }
}

extension Predicate.Value {
    /// Creates a value from an argument of any type. Returns `nil` if predicates can't use the argument.
    package init?(argument: Any?) {
        self.init(argument: argument, mayBeList: true)
    }

    private init?(argument: Any?, mayBeList: Bool) {
        guard let argument = Self.unwrapped(argument) else {
            self = .null
            return
        }
        if let scalar = Self.scalar(argument) {
            self = scalar
            return
        }
        guard mayBeList, let elements = Self.elements(of: argument) else { return nil }
        var values: [Self] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = Self(argument: element, mayBeList: false) else { return nil }
            values.append(value)
        }
        self = .list(values)
    }

    private static func scalar(_ argument: Any) -> Self? {
        // Foundation bridges numbers in both directions, so the argument's actual type is checked before the cast.
        if type(of: argument) is NSNumber.Type {
            return (argument as? NSNumber).map(number)
        }
        switch argument {
        case let object as any PredicateObject: return .object(identifier: object.predicateIdentifier)
        case let flag as Bool: return .integer(flag ? 1 : 0)
        case let integer as any BinaryInteger: return Self.integer(integer)
        case let real as any BinaryFloatingPoint: return .real(Double(real))
        case let text as any StringProtocol: return .text(String(text))
        case let text as NSString: return .text(text as String)
        case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
        case let date as NSDate: return .date(date.timeIntervalSinceReferenceDate)
        case let identifier as UUID: return .text(identifier.uuidString)
        case let identifier as NSUUID: return .text(identifier.uuidString)
        case is NSNull: return .null
        case let option as any RawRepresentable: return Self(argument: option.rawValue, mayBeList: false)
        default: return nil
        }
    }

    private static func integer(_ number: some BinaryInteger) -> Self {
        Int64(exactly: number).map(Self.integer) ?? .real(Double(number))
    }

    private static func number(_ number: NSNumber) -> Self {
        switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
        case "f", "d": .real(number.doubleValue)
        case "Q", "L": integer(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }

    private static func elements(of argument: Any) -> [Any]? {
        switch argument {
        case let array as [Any]: array
        case let array as NSArray: array.map { $0 }
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.map { $0 }
        case is Data, is any StringProtocol, is NSDictionary: nil
        case let collection as any Collection: [Any](elementsOf: collection)
        default: nil
        }
    }

    /// Removes all levels of optionality, including levels inside the `Any`.
    private static func unwrapped(_ argument: Any?) -> Any? {
        guard let argument else { return nil }
        guard let optional = argument as? any OptionalArgument else { return argument }
        return unwrapped(optional.wrappedArgument)
    }
}

private protocol OptionalArgument {
    var wrappedArgument: Any? { get }
}

extension Optional: OptionalArgument {
    fileprivate var wrappedArgument: Any? {
        map { $0 as Any }
    }
}

extension [Any] {
    fileprivate init(elementsOf collection: some Collection) {
        self = collection.map { $0 }
    }
}
