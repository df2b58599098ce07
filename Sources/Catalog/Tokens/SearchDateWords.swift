import Foundation
import Records

/// The words of dates in the search index, in English and Chinese.
///
/// An asset of 7 May 2024 has the words `2024`, `05`, `07`, `may`, `7` and `tuesday`. It also has a token for each part
/// of its date, which Chinese queries use: `年2024`, `月5`, `日7` and `周2`. Texts never have these tokens.
package enum SearchDateWords {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Returns the English name of a month from 1 to 12, or `nil` for another number.
    package static func englishName(ofMonth month: Int) -> String? {
        months.indices.contains(month - 1) ? months[month - 1].capitalized : nil
    }

    /// An SQL expression for an asset's local date, such as `2024 05 07 2` with the day of the week, where Sunday is 0.
    static let localDate = """
        strftime('%Y %m %d %w', asset.creationDate + coalesce(asset.utcOffset, 0) + 978307200, 'unixepoch')
        """

    /// Returns the tokens of a date in the format of `localDate`.
    static func tokens(ofLocalDate text: String) -> [String] {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 4, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let weekday = Int(parts[3]), months.indices.contains(month - 1), weekdays.indices.contains(weekday)
        else { return [] }
        var tokens = [parts[0], parts[1], parts[2], months[month - 1], String(day), weekdays[weekday]]
        tokens += ["年\(year)", "月\(month)", "日\(day)", "周\(weekday)"]
        return tokens
    }

    /// Returns the expression for a date such as `2024年5月`, `五月`, `星期二`, `06.10.2023` or `juni`, or `nil` if the word
    /// isn't one.
    ///
    /// - Parameter word: A word of a query without differences in width.
    static func expression(ofQueryWord word: String) -> String? {
        if let month = germanMonths[word] { return quoted("月", month) }
        if word == "christmas" || word == "weihnachten" || word == "圣诞节" {
            return #""月12" AND ("日24" OR "日25" OR "日26")"#
        }
        if let months = seasons[word] { return months.map { quoted("月", $0) }.joined(separator: " OR ") }
        return numericDate(word) ?? chineseDate(word)
    }

    /// Returns the expression for a day, month or year.
    static func expression(of date: SearchedDate) -> String {
        let parts = [("年", date.year), ("月", date.month), ("日", date.day)]
        return parts.compactMap { part, number in number.map { quoted(part, $0) } }.joined(separator: " AND ")
    }

    /// The months of the seasons of the northern hemisphere, without diacritics.
    private static let seasons: [String: [Int]] = {
        let names = [
            (["spring", "fruhling", "fruhjahr", "春天", "春季"], [3, 4, 5]),
            (["summer", "sommer", "夏天", "夏季"], [6, 7, 8]),
            (["autumn", "fall", "herbst", "秋天", "秋季"], [9, 10, 11]), (["winter", "冬天", "冬季"], [12, 1, 2]),
        ]
        return Dictionary(uniqueKeysWithValues: names.flatMap { names, months in names.map { ($0, months) } })
    }()

    /// The German names that don't begin as the English ones do, without diacritics.
    private static let germanMonths = [
        "januar": 1, "februar": 2, "marz": 3, "mai": 5, "juni": 6, "juli": 7, "oktober": 10, "dezember": 12,
    ]

    /// Returns the expression for a date such as `2023-10-06`, `06.10.2023` or `10/06/2023`. With slashes, the day or the
    /// month can come first, because both are usual.
    private static func numericDate(_ word: String) -> String? {
        // The regular expressions take far longer than this check, and most words can't be dates.
        guard let first = word.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first, word.utf8.count >= 8 else {
            return nil
        }
        if let match = word.wholeMatch(of: /([0-9]{4})[-.\/]([0-9]{1,2})[-.\/]([0-9]{1,2})/) {
            return date(match.1, match.2, match.3)
        }
        guard let match = word.wholeMatch(of: /([0-9]{1,2})([-.\/])([0-9]{1,2})[-.\/]([0-9]{4})/) else { return nil }
        let dayFirst = date(match.4, match.3, match.1)
        let monthFirst = match.2 == "/" ? date(match.4, match.1, match.3) : nil
        let readings = [dayFirst, monthFirst].compactMap(\.self)
        return readings.isEmpty ? nil : readings.map { "(\($0))" }.joined(separator: " OR ")
    }

    private static func date(_ year: Substring, _ month: Substring, _ day: Substring) -> String? {
        guard let month = Int(month), let day = Int(day), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        return [quoted("年", Int(year)), quoted("月", month), quoted("日", day)].joined(separator: " AND ")
    }

    private static func chineseDate(_ word: String) -> String? {
        // Each part of a date has one of these signs, and most words have none: matching them takes far longer.
        guard word.contains(where: signs.contains) else { return nil }
        var rest = Substring(word)
        var tokens: [String] = []
        while !rest.isEmpty {
            if let match = rest.prefixMatch(of: /([0-9]{4})年/) {
                tokens.append(quoted("年", Int(match.1)))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /([0-9]{1,2})月份?/) {
                tokens.append(quoted("月", Int(match.1)))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /([0-9]{1,2})[日号號]/) {
                tokens.append(quoted("日", Int(match.1)))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /(十[一二]?|[一二三四五六七八九])月份?/) {
                tokens.append(quoted("月", number(match.1)))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /(?:星期|周|週|礼拜|禮拜)([一二三四五六日天])/) {
                tokens.append(quoted("周", (number(match.1) ?? 0) % 7))
                rest = rest[match.range.upperBound...]
            } else if let last = tokens.last, let next = nextPart[last.dropFirst().prefix(1).description],
                rest.wholeMatch(of: /[0-9]{1,2}/) != nil
            {
                // The beginning of a month or day whose sign the user hasn't typed yet.
                tokens.append(quoted(next, Int(rest)) + " *")
                rest = ""
            } else {
                return nil
            }
        }
        return tokens.isEmpty ? nil : tokens.joined(separator: " AND ")
    }

    private static let signs: Set<Character> = ["年", "月", "日", "号", "號", "星", "周", "週", "礼", "禮"]
    private static let nextPart = ["年": "月", "月": "日"]

    private static func quoted(_ part: String, _ number: Int?) -> String { "\"\(part)\(number ?? 0)\"" }

    private static func number(_ text: Substring) -> Int? {
        let digits: [Character] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
        if text == "日" || text == "天" { return 0 }
        if text.count == 2 { return text.last.flatMap { digits.firstIndex(of: $0) }.map { $0 + 11 } }
        return text.first.flatMap { digits.firstIndex(of: $0) }.map { $0 + 1 }
    }
}
