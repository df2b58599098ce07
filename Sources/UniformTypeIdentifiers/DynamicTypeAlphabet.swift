/// An encoding in base 32, with the most significant bit first and no padding. Its alphabet avoids similar letters
/// and digits.
enum DynamicTypeAlphabet {
    private static let digits = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
    private static let bitsPerDigit = 5

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var pending = 0
        var pendingBitCount = 0
        for byte in bytes {
            pending = pending << 8 | Int(byte)
            pendingBitCount += 8
            while pendingBitCount >= bitsPerDigit {
                pendingBitCount -= bitsPerDigit
                text.append(digits[pending >> pendingBitCount & 0x1F])
            }
            pending &= (1 << pendingBitCount) - 1
        }
        if pendingBitCount > 0 {
            text.append(digits[pending << (bitsPerDigit - pendingBitCount) & 0x1F])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns `nil` if a character isn't in the alphabet, or if the bits that fill the last digit aren't zero.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending = 0
        var pendingBitCount = 0
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character) else {
                return nil
            }
            pending = pending << bitsPerDigit | digit
            pendingBitCount += bitsPerDigit
            if pendingBitCount >= 8 {
                pendingBitCount -= 8
                bytes.append(UInt8(pending >> pendingBitCount & 0xFF))
                pending &= (1 << pendingBitCount) - 1
            }
        }
        return pendingBitCount < bitsPerDigit && pending == 0 ? bytes : nil
    }
}
