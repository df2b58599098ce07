import Foundation

/// A day, or a whole month or year, that a search looks for.
package struct SearchedDate: Sendable, Hashable {
    package let year: Int
    /// From 1, or `nil` for the whole year.
    package let month: Int?
    /// From 1, or `nil` for the whole month.
    package let day: Int?

    package init(year: Int, month: Int? = nil, day: Int? = nil) {
        (self.year, self.month, self.day) = (year, month, day)
    }
}

/// Words of a search that name dates relative to the current day, such as `last summer`.
package struct RelativeDatePhrase: Sendable, Hashable {
    /// The position of the first word.
    package let start: Int
    package let wordCount: Int
    /// The dates. Each meets the search.
    package let dates: [SearchedDate]
}

/// Finds words for relative dates in English, German and Chinese. Weeks begin on Monday, and seasons are those of the
/// northern hemisphere.
struct RelativeDates {
    private enum Unit: Hashable {
        case day, week, weekend, month, year, christmas
        case weekday(Int)
        case spring, summer, autumn, winter

        /// The months of a season that begins in a year, counted from January of that year.
        var season: ClosedRange<Int>? {
            switch self {
            case .spring: 3...5
            case .summer: 6...8
            case .autumn: 9...11
            case .winter: 12...14
            default: nil
            }
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private let today: Date
    private let year: Int
    private let month: Int
    /// The number of days since Monday.
    private let weekday: Int

    /// - Parameter today: The current day. Its time doesn't matter.
    init?(today: SearchedDate) {
        let parts = DateComponents(year: today.year, month: today.month, day: today.day)
        guard let month = today.month, today.day != nil, let date = Self.calendar.date(from: parts) else { return nil }
        self.today = date
        (year, self.month) = (today.year, month)
        weekday = (Self.calendar.component(.weekday, from: date) + 5) % 7
    }

    /// Returns all phrases in the words of a search. They don't overlap.
    func phrases(in words: [String]) -> [RelativeDatePhrase] {
        let words = words.map { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
        var (phrases, index): ([RelativeDatePhrase], Int) = ([], 0)
        while index < words.count {
            guard let (count, dates) = phrase(words[index...].prefix(3)), !dates.isEmpty else {
                index += 1
                continue
            }
            phrases.append(RelativeDatePhrase(start: index, wordCount: count, dates: dates))
            index += count
        }
        return phrases
    }

    private func phrase(_ words: ArraySlice<String>) -> (count: Int, dates: [SearchedDate])? {
        let words = Array(words)
        if words.count == 3, let ago = ago(words) { return (3, ago) }
        if words.count >= 2, let unit = Self.units[words[1]] {
            if Self.last.contains(words[0]) { return (2, last(unit)) }
            if Self.this.contains(words[0]) { return (2, this(unit)) }
        }
        if let days = Self.days[words[0]] { return (1, [day(before: days)]) }
        return chinese(words[0]).map { (1, $0) }
    }

    // MARK: Words

    private static let last: Set<String> = ["last", "letzte", "letzten", "letzter", "letztes"]
    private static let this: Set<String> = ["this", "diese", "diesen", "dieser", "dieses"]
    private static let days = [
        "today": 0, "heute": 0, "今天": 0, "yesterday": 1, "gestern": 1, "昨天": 1, "vorgestern": 2, "前天": 2,
    ]
    private static let units: [String: Unit] = {
        var units: [String: Unit] = [
            "week": .week, "woche": .week, "weekend": .weekend, "wochenende": .weekend, "month": .month,
            "monat": .month, "year": .year, "jahr": .year, "christmas": .christmas, "weihnachten": .christmas,
            "spring": .spring, "fruhling": .spring, "fruhjahr": .spring, "summer": .summer, "sommer": .summer,
            "autumn": .autumn, "fall": .autumn, "herbst": .autumn, "winter": .winter,
        ]
        let names = [
            ["monday", "montag"], ["tuesday", "dienstag"], ["wednesday", "mittwoch"], ["thursday", "donnerstag"],
            ["friday", "freitag"], ["saturday", "samstag"], ["sunday", "sonntag"],
        ]
        for (weekday, names) in names.enumerated() {
            for name in names { units[name] = .weekday(weekday) }
        }
        return units
    }()
    private static let plurals: [String: Unit] = [
        "day": .day, "days": .day, "tag": .day, "tagen": .day, "week": .week, "weeks": .week, "woche": .week,
        "wochen": .week, "month": .month, "months": .month, "monat": .month, "monaten": .month, "year": .year,
        "years": .year, "jahr": .year, "jahren": .year,
    ]
    private static let numbers: [String: Int] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6,
        "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
    ]

    /// Returns the dates of `3 days ago` or `vor zwei Wochen`.
    private func ago(_ words: [String]) -> [SearchedDate]? {
        let parts = words[2] == "ago" ? (words[0], words[1]) : words[0] == "vor" ? (words[1], words[2]) : nil
        guard let (text, name) = parts, let unit = Self.plurals[name],
            let number = Self.numbers[text] ?? Int(text), (1...1000).contains(number)
        else { return nil }
        return dates(number, unit)
    }

    private func chinese(_ word: String) -> [SearchedDate]? {
        switch word {
        case "本周", "这周", "本週", "這週": return this(.week)
        case "上周", "上週": return last(.week)
        case "上周末", "上週末": return last(.weekend)
        case "本月", "这个月", "這個月": return this(.month)
        case "上个月", "上個月": return last(.month)
        default: break
        }
        if let match = word.wholeMatch(of: /([0-9]{1,4})(天|周|週|个月|個月|年)前/), let number = Int(match.1) {
            let units: [Substring: Unit] = ["天": .day, "周": .week, "週": .week, "年": .year]
            return (1...1000).contains(number) ? dates(number, units[match.2] ?? .month) : nil
        }
        guard let match = word.wholeMatch(of: /([今去前])年(?:([春夏秋冬])[天季]|([0-9]{1,2})月份?)?/) else { return nil }
        let years: [Substring: Int] = ["今": 0, "去": 1, "前": 2]
        let chosen = year - (years[match.1] ?? 0)
        if let season = match.2 {
            let units: [Substring: Unit] = ["春": .spring, "夏": .summer, "秋": .autumn, "冬": .winter]
            return units[season].map { months(of: $0, in: chosen) }
        }
        if let text = match.3 {
            guard let month = Int(text), (1...12).contains(month) else { return nil }
            return [SearchedDate(year: chosen, month: month)]
        }
        return [SearchedDate(year: chosen)]
    }

    // MARK: Dates

    private func this(_ unit: Unit) -> [SearchedDate] {
        switch unit {
        case .weekday(let number): return [day(before: weekday - number)]
        case .weekend: return (5...6).map { day(before: weekday - $0) }
        case .christmas: return Self.christmas(in: year)
        case .winter where month <= 2: return months(of: unit, in: year - 1)
        case .spring, .summer, .autumn, .winter: return months(of: unit, in: year)
        default: return dates(0, unit)
        }
    }

    /// Returns the last day, week, month, year or season that has ended.
    private func last(_ unit: Unit) -> [SearchedDate] {
        switch unit {
        case .weekday(let number): return [day(before: (weekday - number + 6) % 7 + 1)]
        case .weekend: return (5...6).map { day(before: weekday + 7 - $0) }
        case .christmas:
            let isOver = month == 12 && Self.calendar.component(.day, from: today) > 26
            return Self.christmas(in: isOver ? year : year - 1)
        default: break
        }
        guard let season = unit.season else { return dates(1, unit) }
        // A season that ends in the next year, counted from this one.
        let yearsAgo = [0, 1, 2].first { season.upperBound - 12 * $0 < month } ?? 2
        return months(of: unit, in: year - yearsAgo)
    }

    /// Returns the day, week, month or year so many units ago.
    private func dates(_ count: Int, _ unit: Unit) -> [SearchedDate] {
        switch unit {
        case .day: return [day(before: count)]
        case .week: return (0..<7).map { day(before: weekday + 7 * count - $0) }
        case .month: return [Self.month(12 * year + month - 1 - count)]
        case .year: return [SearchedDate(year: year - count)]
        default: return []
        }
    }

    private func day(before count: Int) -> SearchedDate {
        let date = Self.calendar.date(byAdding: .day, value: -count, to: today) ?? today
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
        return SearchedDate(year: parts.year ?? year, month: parts.month, day: parts.day)
    }

    private func months(of unit: Unit, in year: Int) -> [SearchedDate] {
        unit.season?.map { Self.month(12 * year + $0 - 1) } ?? []
    }

    /// Returns a month by the number of months since year 0.
    private static func month(_ number: Int) -> SearchedDate {
        SearchedDate(year: number / 12, month: number % 12 + 1)
    }

    private static func christmas(in year: Int) -> [SearchedDate] {
        (24...26).map { SearchedDate(year: year, month: 12, day: $0) }
    }
}
