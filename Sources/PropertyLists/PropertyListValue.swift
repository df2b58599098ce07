package import Foundation

/// A value of a property list, without identifiers, which Albumen doesn't read.
package enum PropertyListValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    case date(Date)
    /// A value of another kind.
    case other
}

extension PropertyListValue {
    /// Reads a property list in XML or in Apple's binary format.
    ///
    /// The readers are written in Swift alone and copy what they read, so a hostile file can only fail. They check each
    /// size and offset, and stop at the limits of `PropertyListLimits`.
    ///
    /// - Parameter limit: The largest size in bytes.
    /// - Throws: `PropertyListError`
    package init(
        parsing bytes: Data, limit: Int = PropertyListLimits.byteCount
    ) throws(PropertyListError) {
        guard bytes.count <= limit else { throw .tooLarge }
        let bytes = [UInt8](bytes)
        self =
            bytes.starts(with: BinaryPropertyList.signature)
            ? try BinaryPropertyList(bytes).value() : try XMLPropertyList(bytes).value()
    }

    package subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var data: Data? {
        if case .data(let value) = self { value } else { nil }
    }

    package var date: Date? {
        if case .date(let value) = self { value } else { nil }
    }

    package var array: [PropertyListValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The number, for integers and reals.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}

/// The limits of a property list. The adjustments that Albumen reads have a few hundred bytes.
package enum PropertyListLimits {
    package static let byteCount = 1 << 20
    static let depth = 32
    /// The number of values, counting a shared value each time it occurs.
    static let valueCount = 20_000
}
