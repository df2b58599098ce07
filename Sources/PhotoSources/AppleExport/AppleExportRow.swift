internal import Foundation

/// A line of a file `Photo Details*.csv` in Apple's data export, which describes one photo or video.
struct AppleExportRow: Equatable {
    /// The columns of a file, by their positions.
    struct Columns {
        private let positions: [String: Int]

        /// - Returns: `nil` if the first record isn't that of such a file.
        init?(_ header: [String]) {
            positions = Dictionary(
                header.enumerated().map { ($1.trimmingCharacters(in: .whitespaces).lowercased(), $0) },
                uniquingKeysWith: { first, _ in first })
            guard positions["imgname"] != nil else { return nil }
        }

        fileprivate func value(_ name: String, of fields: [String]) -> String? {
            guard let position = positions[name], position < fields.count else { return nil }
            let value = fields[position].trimmingCharacters(in: .whitespaces)
            return value.isEmpty ? nil : value
        }
    }

    /// The name of the file in the folder `Photos`. Names can repeat.
    var name: String
    /// Apple's own checksum of the file.
    var checksum: String?
    var isFavorite: Bool?
    var isHidden: Bool?
    var isDeleted: Bool?
    var creationDate: Date?
    var importDate: Date?

    /// Returns `nil` for a record without a name.
    init?(_ fields: [String], _ columns: Columns) {
        guard let name = columns.value("imgname", of: fields) else { return nil }
        self.name = name.precomposedStringWithCanonicalMapping
        checksum = columns.value("filechecksum", of: fields)
        isFavorite = Self.flag(columns.value("favorite", of: fields))
        isHidden = Self.flag(columns.value("hidden", of: fields))
        isDeleted = Self.flag(columns.value("deleted", of: fields))
        creationDate = columns.value("originalcreationdate", of: fields).flatMap(Self.date)
        importDate = columns.value("importdate", of: fields).flatMap(Self.date)
    }

    private static func flag(_ text: String?) -> Bool? {
        switch text?.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0": false
        default: nil
        }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns the moment of a text such as `Saturday June 4,2022 12:11 PM GMT`, or `nil` for another form.
    static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 100 else { return nil }
        // Apple puts U+202F between the time and AM or PM in newer texts.
        let words = text.split { $0 == "," || $0 == ":" || $0.isWhitespace }.map { $0.lowercased() }
        guard words.count == 8, words[7] == "gmt" || words[7] == "utc",
            let month = months.firstIndex(of: words[1]).map({ $0 + 1 }), let day = number(words[2]),
            let year = number(words[3]), let hour = number(words[4]), let minute = number(words[5]),
            (1...12).contains(hour), (0...59).contains(minute), words[6] == "am" || words[6] == "pm",
            let date = CivilDay(year: year, month: month, day: day)
        else { return nil }
        let hours = hour % 12 + (words[6] == "pm" ? 12 : 0)
        let seconds = date.daysSinceReferenceDate * 86_400 + hours * 3_600 + minute * 60
        return Date(timeIntervalSinceReferenceDate: Double(seconds))
    }

    private static func number(_ word: String) -> Int? {
        guard word.utf8.count <= 4, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(word)
    }
}
