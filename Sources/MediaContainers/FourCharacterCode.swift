/// The four-character type of a box or chunk, or a brand.
package struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The four bytes, the first one in the most significant place.
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Whether none of the four bytes is a control character of ASCII.
    var isPrintable: Bool {
        [24, 16, 8, 0].allSatisfy { rawValue >> $0 & 0xFF >= 0x20 }
    }

    /// Whether all four bytes are letters of ASCII.
    var hasOnlyLetters: Bool {
        [24, 16, 8, 0].allSatisfy { (0x61...0x7A).contains(rawValue >> $0 & 0xFF | 0x20) }
    }
}
