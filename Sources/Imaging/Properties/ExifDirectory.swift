import MediaContainers
import MediaRequests

/// The entries of a directory of EXIF. Offsets come from the file, and each is checked before it's used.
struct ExifDirectory {
    struct Entry {
        var tag: Int
        var kind: ExifTag.Kind
        var count: Int
        /// The position of the four bytes with the value or its offset.
        var field: Int
        /// The position of the value.
        var start: Int

        var length: Int { count * kind.size }
    }

    private static let elementLimit = 64
    private static let textLimitInBytes = 16 << 10

    let view: ByteView
    let order: ByteView.Order
    /// The entries in the file's order. If a tag occurs twice, the first one counts.
    private(set) var entries: [Entry] = []
    /// The position of the directory.
    let position: Int

    /// - Parameters:
    ///   - base: The position from which offsets count.
    /// - Returns: `nil` if there is no directory at the position.
    init?(_ view: ByteView, at position: Int, base: Int = 0, _ order: ByteView.Order) {
        guard let directory = TIFFDirectory(view, at: position, order, base: base) else { return nil }
        self.view = view
        self.order = order
        self.position = position
        var seen: Set<Int> = []
        for entry in directory.entries {
            guard let kind = ExifTag.Kind(rawValue: entry.type), entry.count > 0, let value = entry.value,
                seen.insert(entry.tag).inserted
            else { continue }
            entries.append(
                Entry(tag: entry.tag, kind: kind, count: entry.count, field: entry.field, start: value.lowerBound))
        }
    }

    /// The main directory of a block or TIFF file, or `nil` if there is none.
    init?(mainOf view: ByteView) {
        guard let header = TIFFHeader(view), header.isClassic else { return nil }
        self.init(view, at: header.first, header.order)
    }

    /// Returns the directory to which a tag of this one refers.
    func directory(_ tag: Int) -> ExifDirectory? {
        guard let entry = entry(tag), entry.count == 1, let offset = integers(entry)?.first else { return nil }
        return ExifDirectory(view, at: offset, order)
    }

    func entry(_ tag: Int) -> Entry? {
        entries.first { $0.tag == tag }
    }

    func bytes(_ entry: Entry) -> ByteView {
        ByteView(view.part(at: entry.start, count: entry.length) ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Returns the properties of the tags in a table.
    func properties(_ table: ExifTagTable) -> [String: ImageProperty] {
        var values: [String: ImageProperty] = [:]
        for entry in entries {
            guard let tag = table.tags[entry.tag], let value = property(entry, tag.form) else { continue }
            values[tag.key] = value
        }
        return values
    }

    // MARK: Values

    func property(_ entry: Entry, _ form: ExifTag.Form) -> ImageProperty? {
        switch form {
        case .plain:
            if entry.kind == .text { return text(entry).map(ImageProperty.text) }
            guard let values = numbers(entry), let first = values.first else { return nil }
            return values.count == 1 ? first : .list(values)
        case .list:
            return numbers(entry, unknown: .integer(0)).map(ImageProperty.list)
        case .version:
            let digits = bytes(entry).bytes.prefix(4).compactMap { Character(Unicode.Scalar($0)).wholeNumberValue }
            guard digits.count == 4 else { return nil }
            let parts = [digits[0] * 10 + digits[1], digits[2], digits[3]]
            return .list((parts[2] == 0 ? Array(parts.dropLast()) : parts).map { .integer(Int64($0)) })
        case .comment:
            if entry.kind == .text { return text(entry).map(ImageProperty.text) }
            return comment(entry).map(ImageProperty.text)
        case .degrees:
            guard let parts = numbers(entry)?.map({ $0.number ?? 0 }), (1...3).contains(parts.count) else { return nil }
            return .real(zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 })
        case .time:
            guard let parts = numbers(entry)?.compactMap(\.number), parts.count == 3, parts[0] < 100, parts[1] < 100,
                parts[2] < 100
            else { return nil }
            return .text(Self.clock(parts))
        }
    }

    /// Returns hours, minutes and seconds as `12:34:56.78`.
    private static func clock(_ parts: [Double]) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let thousandths = Int((parts[2] * 1000).rounded())
        var text = [Int(parts[0]), Int(parts[1]), thousandths / 1000].map(padded).joined(separator: ":")
        if thousandths % 1000 != 0 {
            var digits = String(String(1000 + thousandths % 1000).dropFirst())
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text
    }

    func text(_ entry: Entry) -> String? {
        Self.text(bytes(entry).bytes.prefix(Self.textLimitInBytes))
    }

    /// Returns a text up to its first zero, without spaces at its end. Bytes that aren't UTF-8 count as Latin-1.
    static func text(_ bytes: some Collection<UInt8>) -> String? {
        var bytes = Array(bytes.prefix { $0 != 0 })
        while bytes.last == 0x20 { bytes.removeLast() }
        guard !bytes.isEmpty else { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private func comment(_ entry: Entry) -> String? {
        let content = bytes(entry).bytes.prefix(Self.textLimitInBytes)
        let text = content.dropFirst(8)
        guard content.starts(with: "UNICODE\0".utf8) else {
            // Japanese isn't decoded. Some programs write the text without naming its encoding.
            return content.starts(with: "JIS".utf8) ? nil : Self.text(text)
        }
        var units = stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map {
            order == .little
                ? UInt16(text[$0]) | UInt16(text[$0 + 1]) << 8 : UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
        }
        if units.first == 0xFFFE { units = units.map(\.byteSwapped) }
        if units.first == 0xFEFF { units.removeFirst() }
        // Programs write either order, whatever the block's is.
        let ascii = units.prefix { $0 != 0 }
        if !ascii.isEmpty, ascii.allSatisfy({ $0 & 0xFF == 0 }) { units = units.map(\.byteSwapped) }
        let result = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        return result.isEmpty ? nil : result
    }

    /// Returns integers of any type, or `nil` if the values have another type.
    func integers(_ entry: Entry) -> [Int]? {
        guard let numbers = numbers(entry) else { return nil }
        return numbers.compactMap { if case .integer(let value) = $0 { Int(value) } else { nil } }
    }

    /// Returns up to 64 numbers, or `nil` if there are more or one isn't finite.
    ///
    /// - Parameter unknown: The value of a number that isn't finite. Lenses have the fraction 0/0 for an unknown aperture.
    func numbers(_ entry: Entry, unknown: ImageProperty? = nil) -> [ImageProperty]? {
        guard entry.count <= Self.elementLimit else { return nil }
        var values: [ImageProperty] = []
        for index in 0..<entry.count {
            guard let value = number(entry.kind, at: entry.start + index * entry.kind.size) ?? unknown else {
                return nil
            }
            values.append(value)
        }
        return values
    }

    /// Returns one of any number of integers.
    func integer(_ entry: Entry, at index: Int) -> Int? {
        guard index < entry.count,
            case .integer(let value)? = number(entry.kind, at: entry.start + index * entry.kind.size)
        else { return nil }
        return Int(value)
    }

    private func number(_ kind: ExifTag.Kind, at position: Int) -> ImageProperty? {
        switch kind {
        case .text: return nil
        case .byte, .undefined: return view.byte(at: position).map { .integer(Int64($0)) }
        case .signedByte: return view.byte(at: position).map { .integer(Int64(Int8(bitPattern: $0))) }
        case .short: return view.uint16(at: position, order).map { .integer(Int64($0)) }
        case .signedShort:
            return view.uint16(at: position, order).map { .integer(Int64(Int16(truncatingIfNeeded: $0))) }
        case .long, .directory: return view.uint32(at: position, order).map { .integer(Int64($0)) }
        case .signedLong:
            return view.uint32(at: position, order).map { .integer(Int64(Int32(truncatingIfNeeded: $0))) }
        case .rational, .signedRational:
            guard var numerator = view.uint32(at: position, order),
                var denominator = view.uint32(at: position + 4, order)
            else { return nil }
            if kind == .signedRational {
                numerator = Int(Int32(truncatingIfNeeded: numerator))
                denominator = Int(Int32(truncatingIfNeeded: denominator))
            }
            return denominator == 0 ? nil : .real(Double(numerator) / Double(denominator))
        case .float:
            return view.uint32(at: position, order).flatMap { bits in
                let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
                return value.isFinite ? .real(Double(value)) : nil
            }
        case .double:
            guard let value = bits(at: position).map(Double.init(bitPattern:)), value.isFinite else { return nil }
            return .real(value)
        case .long8, .signedLong8:
            // Unsigned numbers above the range of signed ones become negative. Cameras write no such numbers.
            return bits(at: position).map { .integer(Int64(bitPattern: $0)) }
        }
    }

    private func bits(at position: Int) -> UInt64? {
        guard let high = view.uint32(at: position + (order == .big ? 0 : 4), order),
            let low = view.uint32(at: position + (order == .big ? 4 : 0), order)
        else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }
}
