/// The encodings of XMP documents.
enum XMPEncoding {
    /// Returns a document in UTF-8 with the line ends of XML. Removes zeros at the end, which are padding.
    static func text(of bytes: [UInt8]) throws(XMPFailure) -> [UInt8] {
        var text = try utf8(bytes)
        while text.last == 0 { text.removeLast() }
        guard !text.contains(0) else { throw .malformed }
        return withLineFeeds(text)
    }

    private static func utf8(_ bytes: [UInt8]) throws(XMPFailure) -> [UInt8] {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): return try utf8(bytes.dropFirst(2), isBigEndian: true)
        case (0xFF, 0xFE): return try utf8(bytes.dropFirst(2), isBigEndian: false)
        case (0, UInt8(ascii: "<")): return try utf8(bytes[...], isBigEndian: true)
        case (UInt8(ascii: "<"), 0): return try utf8(bytes[...], isBigEndian: false)
        default:
            guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUnicode }
            return bytes
        }
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(XMPFailure) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else { throw .notUnicode }
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notUnicode }
        return Array(text.utf8)
    }

    /// Replaces carriage returns, with their line feeds, by line feeds.
    private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard text.contains(carriageReturn) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var previous: UInt8 = 0
        for byte in text {
            if byte == carriageReturn {
                result.append(feed)
            } else if byte != feed || previous != carriageReturn {
                result.append(byte)
            }
            previous = byte
        }
        return result
    }
}
