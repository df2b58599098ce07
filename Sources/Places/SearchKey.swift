import Foundation

/// The form of a name in which searches compare it: without case, diacritics and punctuation.
enum SearchKey {
    /// Letters that Unicode doesn't decompose. script/places/names.py has the same table.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h",
        "'": "", "’": "", "ʻ": "", "ʼ": "", "‘": "", "`": "", "-": " ", "‐": " ", "–": " ", ".": " ", ",": " ",
        "_": " ",
    ]

    static func of(_ name: String) -> [UInt8] {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        let text = isASCII ? name : name.lowercased().decomposedStringWithCompatibilityMapping
        var key: [UInt8] = []
        key.reserveCapacity(name.utf8.count)
        var isSpacePending = false
        func append(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                if byte == 0x20 {
                    isSpacePending = !key.isEmpty
                } else {
                    if isSpacePending { key.append(0x20) }
                    isSpacePending = false
                    key.append(byte)
                }
            }
        }
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x300, scalar.value <= 0x36F { continue }
            if let replacement = letters[scalar] {
                append(replacement.utf8)
            } else if (0x41...0x5A).contains(scalar.value) {
                append(CollectionOfOne(UInt8(scalar.value + 0x20)))
            } else {
                append(UTF8.encode(scalar)!)
            }
        }
        return key
    }
}
