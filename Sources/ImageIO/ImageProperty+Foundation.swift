import AlbumenGraphics
import Foundation
package import MediaRequests

extension ImageProperty {
    /// Creates a property from a client's value. Returns `nil` for values of other types, such as a `Date`.
    init?(_ value: Any) {
        switch value {
        case is NSNull: self = .removal
        case let text as String: self = .text(text)
        // Foundation on Linux casts each number to CGFloat, but CGFloat to no number.
        case let number as CGFloat where type(of: value) == CGFloat.self: self = .real(Double(number))
        case let number as NSNumber: self.init(number)
        case let data as Data: self = .data(data)
        case let values as [Any]: self = .list(values.compactMap { ImageProperty($0) })
        case let values as [AnyHashable: Any]: self = .dictionary(Self.properties(values))
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        switch number.objCType.pointee {
        case Int8(UInt8(ascii: "d")), Int8(UInt8(ascii: "f")): self = .real(number.doubleValue)
        case Int8(UInt8(ascii: "B")): self = .boolean(number.boolValue)
        default: self = .integer(number.int64Value)
        }
    }

    private static func properties(_ values: [AnyHashable: Any]) -> [String: ImageProperty] {
        var result: [String: ImageProperty] = [:]
        for (key, value) in values {
            if let key = key.base as? String, let value = ImageProperty(value) { result[key] = value }
        }
        return result
    }

    /// The changes in a client's dictionary.
    package static func changes(_ dictionary: CFDictionary?) -> ImageProperty {
        guard let values = dictionary as? [AnyHashable: Any] else { return .dictionary([:]) }
        return .dictionary(properties(values))
    }

    /// The value as an object, as Apple's ImageIO returns it.
    var object: Any {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .text(let text): text
        case .data(let data): data
        case .list(let values): values.map(\.object)
        case .dictionary(let values): Self.objects(values)
        case .removal: NSNull()
        }
    }

    /// Returns properties as a dictionary of objects.
    package static func objects(_ values: [String: ImageProperty]) -> [String: Any] {
        values.mapValues(\.object)
    }
}
