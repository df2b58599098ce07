import Foundation

/// Splits texts into the tokens of the search index. The index and queries use the same tokens.
///
/// Letters and digits form separate tokens, without case and diacritics: `IMG_0012.JPG` has the tokens `img`, `0012`
/// and `jpg`. Scripts without spaces between words have a token for each pair of neighboring characters, and one for
/// the last character: `北京市` has the tokens `北京`, `京市` and `市`. So a part of a text is a sequence of tokens.
package enum SearchTokens {
    private enum Kind {
        case letters, digits
        /// Characters of a script without spaces between words, or emoji.
        case ideographs
    }

    /// Texts with more characters are indexed up to here.
    static let textLimit = 4_000

    /// Returns the tokens of a text in the index.
    package static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        for run in runs(of: text.count > textLimit ? String(text.prefix(textLimit)) : text) {
            append(run.text, run.kind, endsQuery: false, to: &tokens)
        }
        return tokens
    }

    /// Returns the tokens of a word in a query. The index has them in this order, one after another. The last token
    /// can be the beginning of a token in the index.
    static func tokens(ofQueryWord word: String) -> [String] {
        let runs = runs(of: word)
        var tokens: [String] = []
        for (index, run) in runs.enumerated() {
            append(run.text, run.kind, endsQuery: index == runs.count - 1, to: &tokens)
        }
        return tokens
    }

    private static func append(_ run: String, _ kind: Kind, endsQuery: Bool, to tokens: inout [String]) {
        guard kind == .ideographs else { return tokens.append(run) }
        let scalars = Array(run.unicodeScalars)
        for index in scalars.indices.dropLast() {
            tokens.append(String(String.UnicodeScalarView([scalars[index], scalars[index + 1]])))
        }
        if !endsQuery || scalars.count == 1 { tokens.append(String(Character(scalars[scalars.count - 1]))) }
    }

    /// Returns the text without differences in case, diacritics and width.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    private static func runs(of text: String) -> [(text: String, kind: Kind)] {
        var runs: [(text: String, kind: Kind)] = []
        var run = String.UnicodeScalarView()
        var runKind: Kind?
        for scalar in folded(text).unicodeScalars {
            let kind = kind(of: scalar)
            if kind != runKind {
                if let runKind { runs.append((String(run), runKind)) }
                run = String.UnicodeScalarView()
                runKind = kind
            }
            if kind != nil { run.append(scalar) }
        }
        if let runKind { runs.append((String(run), runKind)) }
        return runs
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind? {
        switch scalar.value {
        case 0x30...0x39: return .digits
        case 0x61...0x7A, 0x41...0x5A: return .letters
        case ..<0x80: return nil
        // Thai, Lao, Myanmar and Khmer.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: return .ideographs
        // Kana, and marks that belong to it.
        case 0x3005...0x3007, 0x3041...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: return .ideographs
        default: break
        }
        let properties = scalar.properties
        if properties.isIdeographic || properties.isEmojiPresentation { return .ideographs }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            return .letters
        case .decimalNumber, .letterNumber, .otherNumber: return .digits
        default: return nil
        }
    }
}
