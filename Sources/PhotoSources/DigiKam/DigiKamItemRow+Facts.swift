internal import Foundation
internal import Records

extension DigiKamItemRow {
    /// The values of `ImageComments.type`.
    private enum CommentType {
        static let caption: Int64 = 1
        static let headline: Int64 = 2
        static let title: Int64 = 3
    }

    /// Returns the facts, and the ones that can't be used.
    ///
    /// - Parameter deletion: The date of the deletion of a trashed item, which the catalogue doesn't have.
    func facts(
        _ tree: DigiKamTags, _ options: DigiKamOptions, deletion: Date
    ) -> (facts: SourceFacts, differences: [SourceDifference]) {
        var facts = SourceFacts()
        var differences: [SourceDifference] = []
        facts.title = text(CommentType.title, .titles, &differences)
        facts.caption = text(CommentType.caption, .captions, &differences)
        if comments.contains(where: { $0.type == CommentType.headline }) {
            differences.append(SourceDifference(.titles, .unsupported, detail: "headline"))
        }
        let keywords = tree.keywords(tags, withPersons: options.personsAsKeywords)
        if !keywords.isEmpty { facts.keywords = .known(keywords) }
        differences += tree.labels(tags).map { SourceDifference(.labels, .unsupported, detail: $0) }
        facts.rating = rating(&differences)
        facts.place = place(&differences)
        if ForeignValue.text(row.text("placeName")) != nil {
            differences.append(SourceDifference(.placeNames, .unsupported))
        }
        facts.capture = capture(&differences)
        if status == Status.hidden { facts.isHidden = true }
        if isTrashed { facts.trashedDate = deletion }
        for relation in relations {
            differences.append(
                relation.isGrouped
                    ? SourceDifference(.bursts, .unsupported, detail: "grouped with \(relation.object)")
                    : SourceDifference(.edits, .unsupported, detail: "derived from \(relation.object)"))
        }
        return (facts, differences)
    }

    /// Returns the text for all languages, or that of the first language.
    private func text(
        _ type: Int64, _ fact: SourceDifference.Fact, _ differences: inout [SourceDifference]
    ) -> SourceFact<String> {
        let texts = comments.filter { $0.type == type }
        guard let text = texts.first(where: { $0.language == "x-default" }) ?? texts.first else { return .unknown }
        if texts.count > 1 {
            differences.append(
                SourceDifference(fact, .unsupported, detail: "\(texts.count - 1) in other languages or by others"))
        }
        return .known(text.text)
    }

    private func rating(_ differences: inout [SourceDifference]) -> SourceFact<Int> {
        // -1 is unset, and 0 isn't a choice: digiKam stores it for files without a rating, too.
        guard let rating = row.integer("rating"), rating != -1, rating != 0 else { return .unknown }
        guard (1...5).contains(rating) else {
            differences.append(SourceDifference(.ratings, .invalid))
            return .unknown
        }
        return .known(Int(rating))
    }

    private func place(_ differences: inout [SourceDifference]) -> SourceFact<SourceFacts.Place> {
        guard let latitude = row.number("latitude"), let longitude = row.number("longitude") else { return .unknown }
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            differences.append(SourceDifference(.places, .invalid))
            return .unknown
        }
        let altitude = row.number("altitude").flatMap { (-20_000...100_000).contains($0) ? $0 : nil }
        let accuracy = row.number("accuracy").flatMap { (0...40_000_000).contains($0) ? $0 : nil }
        return .known(
            SourceFacts.Place(
                latitude: latitude, longitude: longitude, altitude: altitude, horizontalAccuracy: accuracy))
    }

    /// Returns the date, which is local and has no time zone, as if it were UTC.
    private func capture(_ differences: inout [SourceDifference]) -> SourceFact<SourceFacts.Capture> {
        guard let text = ForeignValue.text(row.text("date")) else { return .unknown }
        guard !text.hasPrefix("-"), let seconds = ForeignValue.localSeconds(exif: text) else {
            differences.append(SourceDifference(.dates, .invalid))
            return .unknown
        }
        return .known(SourceFacts.Capture(date: Date(timeIntervalSince1970: seconds), utcOffset: nil))
    }
}
