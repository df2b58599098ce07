import Foundation
import MediaContainers
import MediaRequests
import PropertyLists

/// The maker note of Apple's phones: a header, and a directory with offsets from the note's start. The keys of its
/// dictionary are the numbers of its tags, as with ImageIO.
struct AppleMakerNote {
    private static let mark = Array("Apple iOS\0\0\u{1}MM".utf8)
    private static let start = 14
    private static let dataLimitInBytes = 64 << 10

    private static let contentIdentifierKey = "17"

    private let bytes: [UInt8]
    private let isOfOtherMaker: Bool

    /// - Parameter bytes: The bytes of a maker note. Those of other makers count as an empty note.
    init(_ bytes: [UInt8]?) {
        self.bytes = bytes.flatMap { $0.starts(with: Array("Apple iOS\0".utf8)) ? $0 : nil } ?? []
        isOfOtherMaker = bytes != nil && self.bytes.isEmpty
    }

    private static func directory(_ memory: UnsafeRawBufferPointer) -> ExifDirectory? {
        let view = ByteView(memory)
        return ExifDirectory(view, at: start, view.has("II", at: 12) ? .little : .big)
    }

    var properties: [String: ImageProperty] {
        bytes.withUnsafeBytes { memory in
            guard let directory = Self.directory(memory) else { return [:] }
            var values: [String: ImageProperty] = [:]
            for entry in directory.entries { values[String(entry.tag)] = Self.property(entry, in: directory) }
            return values
        }
    }

    /// The identifier that the photo and the video of a Live Photo share, or `nil` if there is none.
    var contentIdentifier: String? {
        properties[Self.contentIdentifierKey]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the note with another content identifier and all other tags. Replaces the note of another maker.
    func with(contentIdentifier: String) -> [UInt8] {
        let note = isOfOtherMaker ? AppleMakerNote(nil) : self
        return note.changed([Self.contentIdentifierKey: .text(contentIdentifier)]) ?? note.bytes
    }

    private static func property(_ entry: ExifDirectory.Entry, in directory: ExifDirectory) -> ImageProperty? {
        guard entry.kind == .undefined else { return directory.property(entry, .plain) }
        let bytes = directory.bytes(entry).bytes.prefix(dataLimitInBytes)
        guard bytes.starts(with: "bplist".utf8), let list = try? PropertyListValue(parsing: Data(bytes)) else {
            return .data(Data(bytes))
        }
        return ImageProperty(list)
    }

    /// Returns the note with other values. Unchanged values keep their bytes.
    ///
    /// - Returns: `nil` if nothing changes, if another maker's note is there, which Apple's tags would destroy, or if no
    ///   values are left.
    func changed(_ changes: [String: ImageProperty]) -> [UInt8]? {
        guard !isOfOtherMaker else { return nil }
        let present = properties
        var values: [Int: (kind: ExifTag.Kind, bytes: [UInt8])] = [:]
        bytes.withUnsafeBytes { memory in
            guard let directory = Self.directory(memory) else { return }
            for entry in directory.entries {
                let value = Self.reordered(Array(directory.bytes(entry).bytes), entry.kind, directory.order)
                values[entry.tag] = (entry.kind, value)
            }
        }
        var isChanged = false
        for (key, value) in changes {
            guard let tag = Int(key), (1...0xFFFF).contains(tag), present[key]?.isEqual(to: value) != true else {
                continue
            }
            // The identifier of a Live Photo is a text.
            if key == Self.contentIdentifierKey, value != .removal, value.text == nil { continue }
            if value == .removal {
                isChanged = values.removeValue(forKey: tag) != nil || isChanged
            } else if let encoded = Self.encoded(value) {
                values[tag] = encoded
                isChanged = true
            }
        }
        guard isChanged, !values.isEmpty else { return nil }
        var note = Self.mark + ExifValue.bytes(values.count, 2, .big)
        var end = note.count + values.count * 12 + 4
        var content: [UInt8] = []
        for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
            note += ExifValue.bytes(tag, 2, .big) + ExifValue.bytes(value.kind.rawValue, 2, .big)
            note += ExifValue.bytes(value.bytes.count / value.kind.size, 4, .big)
            if value.bytes.count <= 4 {
                note += value.bytes + Array(repeating: 0, count: 4 - value.bytes.count)
            } else {
                note += ExifValue.bytes(end, 4, .big)
                let padded = value.bytes + (value.bytes.count % 2 == 1 ? [0] : [])
                content += padded
                end += padded.count
            }
        }
        return note + [0, 0, 0, 0] + content
    }

    /// Returns the bytes of numbers in big-endian order.
    private static func reordered(_ bytes: [UInt8], _ kind: ExifTag.Kind, _ order: ByteView.Order) -> [UInt8] {
        let width = kind == .rational || kind == .signedRational ? 4 : kind.size
        guard order == .little, width > 1 else { return bytes }
        return stride(from: 0, to: bytes.count, by: width).flatMap { bytes[$0..<$0 + width].reversed() }
    }

    /// Dictionaries and mixed lists become binary property lists, as in the notes of Apple's cameras.
    private static func encoded(_ value: ImageProperty) -> (kind: ExifTag.Kind, bytes: [UInt8])? {
        switch value {
        case .text(let text): return (.text, Array(text.utf8.prefix { $0 != 0 }) + [0])
        case .data(let data): return data.isEmpty ? nil : (.undefined, Array(data))
        case .removal: return nil
        case .dictionary: return propertyList(value).map { (.undefined, $0) }
        case .list(let values) where !values.allSatisfy({ $0.number != nil }):
            return propertyList(value).map { (.undefined, $0) }
        case .integer, .real, .boolean, .list:
            let numbers = value.elements
            if numbers.allSatisfy({ if case .real = $0 { false } else { true } }) {
                let integers = numbers.compactMap(\.integer)
                guard integers.count == numbers.count, !integers.isEmpty else { return nil }
                let isShort = integers.allSatisfy { Int32(exactly: $0) != nil }
                let bytes = integers.flatMap { ExifValue.bytes($0, isShort ? 4 : 8, .big) }
                return (isShort ? .signedLong : .signedLong8, bytes)
            }
            let fractions = numbers.compactMap { $0.number.flatMap(ExifValue.fraction) }
            guard fractions.count == numbers.count else { return nil }
            return (
                .signedRational,
                fractions.flatMap { ExifValue.bytes($0.numerator, 4, .big) + ExifValue.bytes($0.denominator, 4, .big) }
            )
        }
    }
}

extension AppleMakerNote {
    private static func propertyList(_ value: ImageProperty) -> [UInt8]? {
        value.propertyList.flatMap {
            try? PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
        }.map(Array.init)
    }
}

extension ImageProperty {
    /// The value as an object of a property list, or `nil` for a removal.
    fileprivate var propertyList: Any? {
        switch self {
        case .integer(let value): value
        case .real(let value): value
        case .boolean(let value): value
        case .text(let text): text
        case .data(let data): data
        case .list(let values): values.compactMap(\.propertyList)
        case .dictionary(let values): values.compactMapValues(\.propertyList)
        case .removal: nil
        }
    }

    /// Returns `nil` for values that image properties don't have.
    fileprivate init?(_ value: PropertyListValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .boolean(let value): self = .boolean(value)
        case .data(let data): self = .data(data)
        case .array(let values): self = .list(values.compactMap(ImageProperty.init))
        case .dictionary(let values): self = .dictionary(values.compactMapValues(ImageProperty.init))
        case .date, .other: return nil
        }
    }
}
