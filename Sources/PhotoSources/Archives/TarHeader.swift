/// The header of a member of a TAR archive, in the forms of ustar, PAX and GNU.
struct TarHeader {
    enum Kind {
        case file
        /// The further fields of the next member (PAX).
        case fields
        /// The name of the next member (GNU).
        case longName
        /// Folders, links and devices.
        case other
    }

    static let byteCount = 512

    var kind: Kind
    var path: [UInt8]
    var size: Int64
    /// Seconds since 1970.
    var modificationTime: Int64

    /// Returns `nil` if the checksum or a number is wrong.
    init?(_ block: [UInt8]) {
        let unsigned = block.enumerated().reduce(0) { sum, next in
            sum + ((148..<156).contains(next.offset) ? 32 : Int(next.element))
        }
        guard block.count == Self.byteCount, Self.number(block[148..<156]) == Int64(unsigned),
            let size = Self.number(block[124..<136]), size >= 0
        else { return nil }
        self.size = size
        modificationTime = Self.number(block[136..<148]) ?? 0
        path = Array(block[0..<100].prefix { $0 != 0 })
        if block[257..<262].elementsEqual("ustar".utf8), block[262] == 0 {
            let prefix = Array(block[345..<500].prefix { $0 != 0 })
            if !prefix.isEmpty { path = prefix + [UInt8(ascii: "/")] + path }
        }
        switch block[156] {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): kind = .file
        case UInt8(ascii: "x"): kind = .fields
        case UInt8(ascii: "L"): kind = .longName
        default: kind = .other
        }
    }

    /// Octal digits, or in GNU's form a big-endian number after a set bit.
    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        guard let first = field.first else { return nil }
        if first == 0x80 {
            return field.dropFirst().reduce(Int64?(0)) { number, byte in
                number.flatMap { $0 > Int64.max >> 8 ? nil : $0 << 8 | Int64(byte) }
            }
        }
        let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }), digits.count <= 20 else {
            return nil
        }
        return digits.reduce(0) { $0 << 3 | Int64($1 - UInt8(ascii: "0")) }
    }

    /// Applies the further fields of PAX: lines of a length, a key and a value.
    mutating func apply(fields bytes: [UInt8]) {
        var rest = bytes[...]
        while let space = rest.firstIndex(of: UInt8(ascii: " ")),
            let length = String(validating: rest[..<space], as: UTF8.self).flatMap({ Int($0) }),
            length > space - rest.startIndex + 1, length <= rest.count
        {
            let line = rest[(space + 1)..<(rest.startIndex + length)].dropLast()
            rest = rest.dropFirst(length)
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = Array(line[(equals + 1)...])
            let text = String(validating: value, as: UTF8.self) ?? ""
            switch String(validating: line[..<equals], as: UTF8.self) {
            case "path": path = value
            case "size": size = Int64(text).flatMap { $0 >= 0 ? $0 : nil } ?? size
            case "mtime": modificationTime = Int64(text.prefix { $0 != "." }) ?? modificationTime
            default: break
            }
        }
    }
}
