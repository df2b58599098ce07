internal import Foundation
internal import Records

extension ShotwellItemRow {
    private static let possibleDates = -62_135_596_800.0..<253_402_300_800.0

    /// Returns the facts, and the ones that can't be used.
    ///
    /// - Parameters:
    ///   - persons: The names that are brought over as keywords.
    ///   - hasZeroDates: Whether 0 stands for an unknown date, as before version 24.
    ///   - now: The date of an item's deletion, which the catalogue doesn't have.
    func facts(
        keywords: [String], persons: [String], hasZeroDates: Bool, now: Date
    ) -> (facts: SourceFacts, differences: [SourceDifference]) {
        var facts = SourceFacts()
        var differences: [SourceDifference] = []
        facts.title = ForeignValue.text(row.text("title")).map(SourceFact.known) ?? .unknown
        facts.caption = ForeignValue.text(row.text("comment")).map(SourceFact.known) ?? .unknown
        let keywords = keywords + persons.filter { !keywords.contains($0) }
        if !keywords.isEmpty { facts.keywords = .known(keywords) }
        facts.rating = rating(&differences)
        if isFavorite { facts.isFavorite = true }
        if isHidden { facts.isHidden = true }
        if isFlagged { differences.append(SourceDifference(.labels, .unsupported, detail: "flagged")) }
        facts.place = place(&differences)
        facts.capture = capture(hasZeroDates: hasZeroDates, &differences)
        if let added = row.number("created"), added > 0 { facts.addedDate = Self.date(added) }
        if isTrashed { facts.trashedDate = now }
        let edits = self.edits
        if !edits.isEmpty {
            differences.append(SourceDifference(.edits, .unsupported, detail: edits.joined(separator: ", ")))
        }
        return (facts, differences)
    }

    static func date(_ seconds: Double) -> Date? {
        possibleDates.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    private func rating(_ differences: inout [SourceDifference]) -> SourceFact<Int> {
        guard let rating = row.integer("rating"), rating != 0 else { return .unknown }
        guard (1...5).contains(rating) else {
            differences.append(
                rating == -1
                    ? SourceDifference(.ratings, .unsupported, detail: "rejected")
                    : SourceDifference(.ratings, .invalid))
            return .unknown
        }
        return .known(Int(rating))
    }

    private func place(_ differences: inout [SourceDifference]) -> SourceFact<SourceFacts.Place> {
        guard row.integer("hasPlace") == 1 else { return .unknown }
        guard let latitude = row.number("latitude"), let longitude = row.number("longitude"),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else {
            differences.append(SourceDifference(.places, .invalid))
            return .unknown
        }
        return .known(SourceFacts.Place(latitude: latitude, longitude: longitude))
    }

    /// Returns the date as a moment. Shotwell reads the local time in the file in the time zone of the computer.
    private func capture(
        hasZeroDates: Bool, _ differences: inout [SourceDifference]
    ) -> SourceFact<SourceFacts.Capture> {
        guard let seconds = row.number("date"), !hasZeroDates || seconds != 0 else { return .unknown }
        guard let date = Self.date(seconds) else {
            differences.append(SourceDifference(.dates, .invalid))
            return .unknown
        }
        return .known(SourceFacts.Capture(date: date, utcOffset: nil))
    }

    /// Shotwell's own edits. They are lists of settings, and Shotwell stores no rendering.
    private var edits: [String] {
        var edits: [String] = []
        if let text = ForeignValue.text(row.text("transformations")) {
            // The names of the groups of a key file.
            let names = text.prefix(65_536).split(whereSeparator: \.isNewline)
                .filter { $0.hasPrefix("[") && $0.hasSuffix("]") && $0.count <= 40 }.prefix(10)
                .map { String($0.dropFirst().dropLast()) }
            edits += names.isEmpty ? ["transformations"] : names.sorted()
        }
        if let orientation = row.integer("orientation"), let original = row.integer("originalOrientation"),
            (1...8).contains(orientation), orientation != original
        {
            edits.append("rotation")
        }
        return edits
    }
}
