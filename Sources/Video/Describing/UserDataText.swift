import Foundation
import MediaContainers

/// The texts in a movie's user data.
enum UserDataText {
    private static let textLimit = 16
    /// ISO's and 3GPP's boxes of a language and a text.
    private static let isoTypes: Set<FourCharacterCode> = ["titl", "auth", "dscp", "cprt", "perf", "gnre", "albm"]

    /// Returns the texts of one of QuickTime's boxes, such as `©xyz`. There is one for each language.
    static func texts(_ box: BoxBytes) -> [(text: String, language: String?)] {
        var texts: [(String, String?)] = []
        var offset = 0
        while texts.count < textLimit, let size = box.uint16(offset), let language = box.uint16(offset + 2),
            size > 0, offset + 4 + size <= box.bytes.count
        {
            let bytes = box.bytes[offset + 4..<offset + 4 + size]
            let text = String(validating: bytes, as: UTF8.self) ?? macRoman(bytes)
            if let text { texts.append((text.prefix { $0 != "\0" }.description, PackedLanguage.letters(language))) }
            offset += 4 + size
        }
        return texts
    }

    /// Decodes Mac OS Roman. `String(bytes:encoding:)` of Swift 6.3 has a wrong table for it.
    private static func macRoman(_ bytes: ArraySlice<UInt8>) -> String? {
        NSString(data: Data(bytes), encoding: String.Encoding.macOSRoman.rawValue).map { String(describing: $0) }
    }

    /// Returns the text of one of ISO's or 3GPP's boxes, or `nil` for other boxes.
    static func isoText(_ type: FourCharacterCode, _ box: BoxBytes) -> (text: String, language: String?)? {
        if type == "loci" { return location(box).map { ($0, nil) } }
        guard isoTypes.contains(type), let language = box.uint16(4) else { return nil }
        let bytes = box.rest(6)
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let text =
            isWide
            ? String(bytes: bytes.prefix(bytes.count / 2 * 2), encoding: .utf16)
            : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        guard let text else { return nil }
        return (text.prefix { $0 != "\0" }.description, PackedLanguage.letters(language))
    }

    /// Returns a 3GPP location in ISO 6709.
    private static func location(_ box: BoxBytes) -> String? {
        guard let end = box.rest(6).firstIndex(of: 0) else { return nil }
        // After the name, there are a byte and three numbers with 16 fraction bits.
        guard let longitude = box.int32(end + 2), let latitude = box.int32(end + 6), let altitude = box.int32(end + 10)
        else { return nil }
        let numbers = (Double(latitude) / 65_536, Double(longitude) / 65_536, Double(altitude) / 65_536)
        guard abs(numbers.0) <= 90, abs(numbers.1) <= 180 else { return nil }
        return String(format: "%+08.4f%+09.4f%+.3f/", numbers.0, numbers.1, numbers.2)
    }
}
