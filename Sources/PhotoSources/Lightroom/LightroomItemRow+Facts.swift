internal import Foundation
internal import Records

extension LightroomItemRow {
    /// The largest difference between two texts of the same time, in seconds.
    private static let tolerance = 1.0
    private static let longestDetail = 200

    /// Sets the facts of an item, and adds the ones that Albumen can't take to its differences.
    func setFacts(
        of item: inout SourceItem, names: (keywords: [String], persons: [String]), _ options: LightroomOptions
    ) {
        setDate(of: &item)
        setPlace(of: &item)
        if let title { item.facts.title = .known(title) }
        if let caption = ForeignValue.text(row.text("caption")) { item.facts.caption = .known(caption) }
        let persons = options.personsAsKeywords ? names.persons.filter { !names.keywords.contains($0) } : []
        if !names.keywords.isEmpty || !persons.isEmpty { item.facts.keywords = .known(names.keywords + persons) }
        setRating(of: &item)
        item.facts.addedDate = addedDate
        for (column, kind) in [
            ("copyright", "copyright"), ("alternativeText", "alternative text"),
            ("extendedText", "extended description"),
        ] where ForeignValue.text(row.text(column)) != nil {
            item.differences.append(SourceDifference(.captions, .unsupported, detail: kind))
        }
        addLabels(to: &item)
        if isEdited { item.differences.append(SourceDifference(.edits, .unsupported, detail: "develop settings")) }
        if isTrimmed { item.differences.append(SourceDifference(.edits, .unsupported, detail: "trimmed video")) }
    }

    /// Takes a date only if it says more than the file. Lightroom keeps the file's date beside the user's.
    private func setDate(of item: inout SourceItem) {
        guard let text = row.text("captureTime"), !text.isEmpty else { return }
        guard let time = Self.time(text) else {
            item.differences.append(SourceDifference(.dates, .invalid, detail: String(text.prefix(64))))
            return
        }
        let original = row.text("originalTime") ?? ""
        guard time.hasTimeOfDay else {
            if !original.hasPrefix(text) {
                item.differences.append(SourceDifference(.dates, .unsupported, detail: "\(text) has no time"))
            }
            return
        }
        var isChosen = false
        if let original = Self.time(original), original.hasTimeOfDay {
            let difference = Double(time.localMicroseconds - original.localMicroseconds) / Double(SidecarDate.second)
            guard abs(difference) >= Self.tolerance else { return }
            isChosen = true
        }
        item.facts.capture = .known(
            SourceFacts.Capture(date: time.date, utcOffset: time.utcOffset, isChosen: isChosen))
        item.hasLocalTimeOnly = time.utcOffset == nil
    }

    /// Lightroom writes zeros for the unknown parts of a date.
    private static func time(_ text: String) -> SidecarDate? {
        var text = text[...]
        while text.count <= 10, text.hasSuffix("-00") { text = text.dropLast(3) }
        return SidecarDate(String(text))
    }

    private func setPlace(of item: inout SourceItem) {
        if row.integer("hasPlace") != 0, let latitude = row.number("latitude"), let longitude = row.number("longitude")
        {
            if (-90...90).contains(latitude), (-180...180).contains(longitude) {
                item.facts.place = .known(SourceFacts.Place(latitude: latitude, longitude: longitude))
            } else {
                item.differences.append(SourceDifference(.places, .invalid))
            }
        }
        if row.isTrue("hasPlaceName") { item.differences.append(SourceDifference(.placeNames, .unsupported)) }
    }

    private func setRating(of item: inout SourceItem) {
        guard let rating = row.number("rating"), rating != 0 else { return }
        if let whole = Int(exactly: rating), (1...5).contains(whole) {
            item.facts.rating = .known(whole)
        } else {
            item.differences.append(SourceDifference(.ratings, .invalid))
        }
    }

    private func addLabels(to item: inout SourceItem) {
        let pick = row.number("pick") ?? 0
        if pick > 0 { item.differences.append(SourceDifference(.labels, .unsupported, detail: "flag: picked")) }
        if pick < 0 { item.differences.append(SourceDifference(.labels, .unsupported, detail: "flag: rejected")) }
        if let label = ForeignValue.text(row.text("label")) {
            item.differences.append(
                SourceDifference(.labels, .unsupported, detail: String(label.prefix(Self.longestDetail))))
        }
    }

    /// When the image was imported. The catalogue has seconds since 2001 as a number or as text.
    private var addedDate: Date? {
        guard let seconds = row.number("importDate") ?? row.text("importDate").flatMap(Double.init), seconds > 0 else {
            return nil
        }
        return ForeignValue.date(seconds)
    }

    /// A position is a fraction of two numbers, and an untrimmed end is zero.
    private var isTrimmed: Bool {
        guard isVideo else { return false }
        return ["trimStart", "trimEnd"].contains { column in
            row.text(column).map { $0.prefix { $0 != "/" }.contains { $0 != "0" } } ?? false
        }
    }
}
