package import Foundation

/// A value of an image's property dictionaries, or a change of one.
package enum ImageProperty: Sendable, Equatable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case boolean(Bool)
    case data(Data)
    case list([ImageProperty])
    case dictionary([String: ImageProperty])
    /// Removes the property. Only in changes.
    case removal
}

extension ImageProperty {
    package subscript(key: String) -> ImageProperty? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var dictionary: [String: ImageProperty]? {
        if case .dictionary(let values) = self { values } else { nil }
    }

    /// The elements of a list, or the value itself.
    package var elements: [ImageProperty] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The number, also of a text that is one. It's always finite.
    package var number: Double? {
        let number: Double? =
            switch self {
            case .integer(let value): Double(value)
            case .real(let value): value
            case .boolean(let value): value ? 1 : 0
            case .text(let text): Double(text)
            case .data, .list, .dictionary, .removal: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number as an integer, or `nil` if it's too large.
    package var integer: Int? {
        number.flatMap { Int(exactly: $0.rounded()) }
    }

    /// Returns these changes with later ones over them. Dictionaries are merged key by key.
    package func merged(with later: ImageProperty) -> ImageProperty {
        guard case .dictionary(let values) = self, case .dictionary(let others) = later else { return later }
        return .dictionary(values.merging(others) { $0.merged(with: $1) })
    }
}
