import Foundation

/// The bytes of a property: its kind, then its content. Lengths have four bytes. Numbers are little-endian.
///
/// JSON takes longer than reading a photo's metadata.
extension ImageProperty {
    private enum Kind: UInt8 {
        case integer, real, text, boolean, data, list, dictionary, removal
    }

    /// Deeper values are neither written nor read.
    private static let depthLimit = 16

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, depth: 0)
        return bytes
    }

    /// Returns `nil` if the bytes aren't one whole value.
    package init?(encoded bytes: some Collection<UInt8>) {
        let decoded: ImageProperty?? = bytes.withContiguousStorageIfAvailable { buffer in
            var reader = Reader(bytes: UnsafeRawBufferPointer(buffer))
            let value = reader.value(depth: 0)
            return reader.position == buffer.count ? value : nil
        }
        guard let value = decoded ?? nil else { return nil }
        self = value
    }

    private func append(to bytes: inout [UInt8], depth: Int) {
        switch self {
        case .integer(let value):
            bytes.append(Kind.integer.rawValue)
            Self.append(UInt64(bitPattern: value), to: &bytes)
        case .real(let value):
            bytes.append(Kind.real.rawValue)
            Self.append(value.bitPattern, to: &bytes)
        case .text(let text):
            bytes.append(Kind.text.rawValue)
            Self.append(text, to: &bytes)
        case .boolean(let value): bytes += [Kind.boolean.rawValue, value ? 1 : 0]
        case .data(let data):
            bytes.append(Kind.data.rawValue)
            Self.append(UInt32(data.count), to: &bytes)
            bytes += data
        case .list(let values):
            bytes.append(Kind.list.rawValue)
            let values = depth < Self.depthLimit ? values : []
            Self.append(UInt32(values.count), to: &bytes)
            for value in values { value.append(to: &bytes, depth: depth + 1) }
        case .dictionary(let values):
            bytes.append(Kind.dictionary.rawValue)
            let values = depth < Self.depthLimit ? values : [:]
            Self.append(UInt32(values.count), to: &bytes)
            for (key, value) in values {
                Self.append(key, to: &bytes)
                value.append(to: &bytes, depth: depth + 1)
            }
        case .removal: bytes.append(Kind.removal.rawValue)
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let text = text.utf8
        append(UInt32(text.count), to: &bytes)
        bytes.append(contentsOf: text)
    }

    /// Reads values within the bytes. A hostile worker may have written them.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        mutating func value(depth: Int) -> ImageProperty? {
            guard depth <= ImageProperty.depthLimit, let kind = part(1).flatMap({ Kind(rawValue: $0[0]) }) else {
                return nil
            }
            switch kind {
            case .integer: return number(UInt64.self).map { .integer(Int64(bitPattern: $0)) }
            case .real: return number(UInt64.self).map { .real(Double(bitPattern: $0)) }
            case .text: return text().map(ImageProperty.text)
            case .boolean: return part(1).map { .boolean($0[0] != 0) }
            case .data: return count().flatMap { part($0) }.map { .data(Data($0)) }
            case .list:
                guard let count = count() else { return nil }
                var values: [ImageProperty] = []
                for _ in 0..<count {
                    guard let value = value(depth: depth + 1) else { return nil }
                    values.append(value)
                }
                return .list(values)
            case .dictionary:
                guard let count = count() else { return nil }
                var values: [String: ImageProperty] = [:]
                for _ in 0..<count {
                    guard let key = text(), let value = value(depth: depth + 1) else { return nil }
                    values[key] = value
                }
                return .dictionary(values)
            case .removal: return .removal
            }
        }

        private mutating func part(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        }

        private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            part(MemoryLayout<Number>.size).map { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
        }

        /// Returns the number of bytes or elements, which is at most that of the remaining bytes.
        private mutating func count() -> Int? {
            number(UInt32.self).flatMap { $0 <= bytes.count - position ? Int($0) : nil }
        }

        private mutating func text() -> String? {
            count().flatMap { part($0) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
