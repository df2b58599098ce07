internal import Foundation
internal import GRDB

extension AssetFilter {
    /// A comparison of texts, which can ignore case and diacritics.
    package struct TextMatch: Sendable, Hashable {
        package enum Kind: Int64, Sendable, Hashable {
            case equal, contains, beginsWith, endsWith
            /// `*` matches any characters, and `?` matches one. A backslash escapes both.
            case like
        }

        package var kind: Kind
        package var pattern: String
        package var ignoresCase: Bool
        package var ignoresDiacritics: Bool

        package init(kind: Kind, pattern: String, ignoresCase: Bool = false, ignoresDiacritics: Bool = false) {
            self.kind = kind
            self.pattern = pattern
            self.ignoresCase = ignoresCase
            self.ignoresDiacritics = ignoresDiacritics
        }

        package func matches(_ text: String) -> Bool {
            Self.matches(folded(text), pattern: folded(pattern), kind: kind)
        }

        /// Returns the text without the differences that this comparison ignores.
        func folded(_ text: String) -> String {
            Self.folded(text, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
        }

        private static func folded(_ text: String, ignoresCase: Bool, ignoresDiacritics: Bool) -> String {
            guard ignoresCase || ignoresDiacritics else { return text }
            var options: String.CompareOptions = []
            if ignoresCase { options.insert(.caseInsensitive) }
            if ignoresDiacritics { options.insert(.diacriticInsensitive) }
            return text.folding(options: options, locale: nil)
        }

        private static func matches(_ text: String, pattern: String, kind: Kind) -> Bool {
            switch kind {
            case .equal: text == pattern
            // As in NSString, no text contains the empty string.
            case .contains: !pattern.isEmpty && text.contains(pattern)
            case .beginsWith: text.hasPrefix(pattern)
            case .endsWith: text.hasSuffix(pattern)
            case .like: Wildcards(pattern).match(text)
            }
        }
    }
}

extension AssetFilter.TextMatch {
    static let functionName = "albumen_match"

    /// Registers the SQL function for a connection. Call it when a connection opens, before the first filter runs.
    static func register(in database: Database) {
        database.add(function: function)
    }

    /// `albumen_match(text, foldedPattern, kind, ignoresCase, ignoresDiacritics)` returns 1 or 0. It returns 0 for
    /// NULL.
    private static let function = DatabaseFunction(functionName, argumentCount: 5, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
            let pattern = String.fromDatabaseValue(values[1]),
            let kind = Int64.fromDatabaseValue(values[2]).flatMap(Kind.init(rawValue:)),
            let ignoresCase = Bool.fromDatabaseValue(values[3]),
            let ignoresDiacritics = Bool.fromDatabaseValue(values[4])
        else { return false }
        let folded = folded(text, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
        return matches(folded, pattern: pattern, kind: kind)
    }
}

/// A pattern with `*` and `?`.
///
/// - Complexity: O(*t* · *p*) to match a text of length *t* with a pattern of length *p*.
private struct Wildcards {
    private enum Part: Equatable {
        case literal(Character)
        case one
        case any
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for character in pattern {
            if isEscaped {
                parts.append(.literal(character))
                isEscaped = false
                continue
            }
            switch character {
            case "\\": isEscaped = true
            case "?": parts.append(.one)
            case "*": if parts.last != .any { parts.append(.any) }
            default: parts.append(.literal(character))
            }
        }
        self.parts = parts
    }

    func match(_ text: String) -> Bool {
        let characters = Array(text)
        var position = 0
        var part = 0
        var resume: (part: Int, position: Int)?
        while position < characters.count {
            if part < parts.count, parts[part] == .any {
                resume = (part + 1, position)
                part += 1
            } else if part < parts.count, parts[part] == .one || parts[part] == .literal(characters[position]) {
                part += 1
                position += 1
            } else if let (resumePart, resumePosition) = resume {
                // Extend the match of the last star by one character and try again.
                resume = (resumePart, resumePosition + 1)
                part = resumePart
                position = resumePosition + 1
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }
}
