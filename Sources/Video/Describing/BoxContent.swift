import MediaContainers

extension BoxSequence where Source == DescriptorSource {
    /// Returns the first bytes of a box's content, at most `limit`.
    func content(of box: MediaBox, limit: Int) -> BoxBytes {
        let range = box.content.clamped(to: range)
        return BoxBytes(source.bytes(at: range.lowerBound, limit: Swift.min(range.count, limit)))
    }
}

/// Bytes of a box. Reads past the end return `nil`.
struct BoxBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether a full box has 64-bit times and durations.
    var isLong: Bool { bytes.first == 1 }

    func uint16(_ offset: Int) -> Int? { view { $0.uint16(at: offset) } }
    func uint32(_ offset: Int) -> Int? { view { $0.uint32(at: offset) } }
    func uint64(_ offset: Int) -> Int? { view { $0.uint64(at: offset) } }
    func int32(_ offset: Int) -> Int? { uint32(offset).map { Int(Int32(truncatingIfNeeded: $0)) } }
    func code(_ offset: Int) -> FourCharacterCode? { view { $0.code(at: offset) } }

    /// Returns the bytes from an offset, or none if it's past the end.
    func rest(_ offset: Int) -> ArraySlice<UInt8> { bytes.dropFirst(offset) }

    private func view<Value>(_ body: (ByteView) -> Value) -> Value {
        bytes.withUnsafeBytes { body(ByteView($0)) }
    }
}

extension FourCharacterCode {
    /// The characters. Each byte is a character of Latin-1.
    var text: String {
        String(
            String.UnicodeScalarView(
                [24, 16, 8, 0].map { UnicodeScalar(UInt8(truncatingIfNeeded: rawValue >> $0)) }))
    }
}

/// A language in the media header of a track or in user data.
enum PackedLanguage {
    /// Returns the three letters of ISO 639-2/T, or `nil` for an unknown language or one of the classic Mac OS.
    static func letters(_ code: Int) -> String? {
        let letters = [10, 5, 0].map { UInt8(code >> $0 & 0x1F) + 0x60 }
        guard code < 0x8000, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        let text = String(decoding: letters, as: UTF8.self)
        return text == "und" ? nil : text
    }
}
