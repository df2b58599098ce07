import Foundation

/// Reads Apple's binary property lists: objects, a table of their offsets, and a trailer of 32 bytes.
struct BinaryPropertyList {
    static let signature = Array("bplist00".utf8)
    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    private let offsetTable: Int
    private var remainingValues = PropertyListLimits.valueCount

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerSize
        guard trailer >= Self.signature.count else { throw .malformed }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        objectCount = try Self.number(bytes, trailer + 8, 8)
        topObject = try Self.number(bytes, trailer + 16, 8)
        offsetTable = try Self.number(bytes, trailer + 24, 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount <= bytes.count,
            topObject < objectCount, offsetTable <= trailer,
            objectCount * offsetSize <= trailer - offsetTable
        else { throw .malformed }
    }

    func value() throws(PropertyListError) -> PropertyListValue {
        var reader = self
        return try reader.value(topObject, depth: 0)
    }

    private mutating func value(_ object: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        // A list whose values contain each other would never end.
        guard depth < PropertyListLimits.depth, remainingValues > 0 else { throw .tooLarge }
        remainingValues -= 1
        guard object < objectCount else { throw .malformed }
        let offset = try Self.number(bytes, offsetTable + object * offsetSize, offsetSize)
        guard offset < offsetTable else { throw .malformed }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0:
            return marker == 0x08 ? .boolean(false) : marker == 0x09 ? .boolean(true) : .other
        case 0x1: return try integer(offset + 1, size: low)
        case 0x2: return try real(offset + 1, size: low)
        case 0x3:
            guard low == 3 else { throw .malformed }
            return .date(Date(timeIntervalSinceReferenceDate: try double(offset + 1)))
        case 0x4:
            let (start, count) = try extent(offset, low)
            return .data(Data(try slice(start, count)))
        case 0x5:
            let (start, count) = try extent(offset, low)
            return .string(String(decoding: try slice(start, count), as: UTF8.self))
        case 0x6:
            let (start, count) = try extent(offset, low)
            let units = try slice(start, try Self.product(count, 2))
            let text = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
                UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
            }
            return .string(String(decoding: text, as: UTF16.self))
        case 0xA:
            let (start, count) = try extent(offset, low)
            var values: [PropertyListValue] = []
            for object in try references(start, count) { values.append(try value(object, depth: depth + 1)) }
            return .array(values)
        case 0xD:
            let (start, count) = try extent(offset, low)
            let keys = try references(start, count)
            let objects = try references(start + count * referenceSize, count)
            var values: [String: PropertyListValue] = [:]
            for (key, object) in zip(keys, objects) {
                guard case .string(let name) = try value(key, depth: depth + 1) else { throw .malformed }
                values[name] = try value(object, depth: depth + 1)
            }
            return .dictionary(values)
        default: return .other
        }
    }

    /// Returns an integer. Shorter ones are unsigned, and those of 8 bytes are signed.
    private func integer(_ start: Int, size exponent: Int) throws(PropertyListError) -> PropertyListValue {
        guard exponent <= 4 else { throw .malformed }
        let digits = try slice(start, 1 << exponent)
        // Integers of 16 bytes only exist for values above Int64.max.
        guard exponent < 4 else { return .other }
        let bits = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return .integer(Int64(bitPattern: bits))
    }

    private func real(_ start: Int, size exponent: Int) throws(PropertyListError) -> PropertyListValue {
        guard exponent == 2 || exponent == 3 else { throw .malformed }
        let bits = try slice(start, 1 << exponent).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard exponent == 2 else { return .real(Double(bitPattern: bits)) }
        return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    }

    private func double(_ start: Int) throws(PropertyListError) -> Double {
        Double(bitPattern: try slice(start, 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Returns the start and the count of an object's elements. A count above 14 follows as an integer.
    private func extent(_ offset: Int, _ low: Int) throws(PropertyListError) -> (start: Int, count: Int) {
        guard low == 0x0F else { return (offset + 1, low) }
        guard offset + 1 < offsetTable, bytes[offset + 1] >> 4 == 0x1 else { throw .malformed }
        let size = 1 << Int(bytes[offset + 1] & 0x0F)
        guard size <= 8 else { throw .malformed }
        let count = try Self.number(bytes, offset + 2, size)
        guard count <= bytes.count else { throw .malformed }
        return (offset + 2 + size, count)
    }

    private func references(_ start: Int, _ count: Int) throws(PropertyListError) -> [Int] {
        guard count <= remainingValues else { throw .tooLarge }
        _ = try slice(start, try Self.product(count, referenceSize))
        var references: [Int] = []
        for index in 0..<count {
            references.append(try Self.number(bytes, start + index * referenceSize, referenceSize))
        }
        return references
    }

    /// Returns bytes of the objects, which end where the offset table starts.
    private func slice(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard start >= 0, count >= 0, start <= offsetTable, count <= offsetTable - start else { throw .malformed }
        return bytes[start..<start + count]
    }

    private static func product(_ count: Int, _ size: Int) throws(PropertyListError) -> Int {
        let (product, isOver) = count.multipliedReportingOverflow(by: size)
        guard !isOver else { throw .malformed }
        return product
    }

    /// Returns a big-endian number that fits an `Int`.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) throws(PropertyListError) -> Int {
        guard start >= 0, size <= bytes.count, start <= bytes.count - size else { throw .malformed }
        let number = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let value = Int(exactly: number) else { throw .malformed }
        return value
    }
}
