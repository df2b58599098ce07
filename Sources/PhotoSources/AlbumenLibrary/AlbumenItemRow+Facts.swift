internal import Foundation
internal import GRDB
internal import Records

/// The facts of an asset, with the meaning that they have in `AlbumenSidecar`: a value that the asset doesn't have was
/// removed, whatever its file says.
extension AlbumenItemRow {
    /// The longest list of keywords, in bytes of JSON.
    private static let keywordsLimit = 1 << 20
    /// The subtypes that an asset keeps. That of a Live Photo follows from its files.
    private static let keptSubtypes: MediaSubtypes = {
        var all = MediaSubtypes(MediaSubtypes.optionNames.map(\.option))
        all.remove(.photoLive)
        return all
    }()

    /// Returns the facts, and the ones that can't be used.
    ///
    /// - Parameters:
    ///   - hasRAWPair: Whether the RAW and the photo beside it are here.
    ///   - hasPairedVideo: Whether the video of a Live Photo is here, or in the file of the photo.
    func facts(hasRAWPair: Bool, hasPairedVideo: Bool) -> (facts: SourceFacts, differences: [SourceDifference]) {
        var facts = SourceFacts()
        var differences: [SourceDifference] = []
        facts.capture = capture(&differences)
        facts.place = place(&differences)
        facts.title = .text(row.text("title"))
        facts.caption = .text(row.text("caption"))
        facts.keywords = keywords(&differences)
        facts.rating = rating(&differences)
        facts.isFavorite = row.isTrue("isFavorite")
        facts.isHidden = row.isTrue("isHidden")
        facts.addedDate = ForeignValue.date(row.number("addedDate"))
        if isTrashed { facts.trashedDate = ForeignValue.date(row.number("trashedDate")) }
        facts.burst = burst
        if hasRAWPair {
            facts.usesRAW = row.integer("originalChoice").map { $0 == Int64(OriginalChoice.raw.rawValue) }
        }
        if hasPairedVideo { facts.playsVideo = row.integer("isVideoPlaybackOff").map { $0 == 0 } }
        facts.subtypes = subtypes.rawValue
        facts.isSelfPortrait = row.isTrue("isSelfPortrait")
        return (facts, differences)
    }

    private var userEdits: UserEdits { UserEdits(rawValue: Int(truncatingIfNeeded: row.integer("userEdits") ?? 0)) }

    /// Returns the date. If its time zone is unknown, it's the local time as if it were UTC, as in each library.
    private func capture(_ differences: inout [SourceDifference]) -> SourceFact<SourceFacts.Capture> {
        guard let value = row.value("creationDate"), !value.isNull else { return .none }
        let offset = row.integer("utcOffset")
        guard let date = ForeignValue.date(row.number("creationDate")),
            offset == nil || ForeignValue.offset(offset) != nil
        else {
            differences.append(SourceDifference(.dates, .invalid))
            return .unknown
        }
        let isChosen = row.text("dateSource") == AlbumenSidecar.userSource || userEdits.contains(.date)
        return .known(
            SourceFacts.Capture(date: date, utcOffset: ForeignValue.offset(offset), isChosen: isChosen))
    }

    private func place(_ differences: inout [SourceDifference]) -> SourceFact<SourceFacts.Place> {
        guard let latitude = row.number("latitude"), let longitude = row.number("longitude") else { return .none }
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            differences.append(SourceDifference(.places, .invalid))
            return .unknown
        }
        if row.text("movement") != nil {
            differences.append(SourceDifference(.places, .unsupported, detail: "speed, course and time of the place"))
        }
        return .known(
            SourceFacts.Place(
                latitude: latitude, longitude: longitude, altitude: row.number("altitude"),
                horizontalAccuracy: row.number("horizontalAccuracy")))
    }

    private func keywords(_ differences: inout [SourceDifference]) -> SourceFact<[String]> {
        guard let text = row.text("keywords") else { return .none }
        guard text.utf8.count <= Self.keywordsLimit,
            let keywords = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
        else {
            differences.append(SourceDifference(.keywords, .invalid))
            return .unknown
        }
        let texts = keywords.compactMap { ForeignValue.text($0) }
        return texts.isEmpty ? .none : .known(texts)
    }

    private func rating(_ differences: inout [SourceDifference]) -> SourceFact<Int> {
        guard let rating = row.integer("rating") else { return .none }
        guard (1...5).contains(rating) else {
            differences.append(SourceDifference(.ratings, .invalid))
            return .unknown
        }
        return .known(Int(rating))
    }

    private var burst: SourceFact<SourceFacts.Burst> {
        guard let identifier = ForeignValue.text(row.text("burstIdentifier")) else { return .none }
        let picks = BurstSelectionTypes(rawValue: Int(truncatingIfNeeded: row.integer("burstSelectionTypes") ?? 0))
        return .known(
            SourceFacts.Burst(
                identifier: identifier, isKeyPhoto: userEdits.contains(.keyPhoto),
                isAutomaticPick: picks.contains(.autoPick), isUserPick: picks.contains(.userPick)))
    }

    /// The subtypes of the original. An edited asset's row has those of the rendering.
    private var subtypes: MediaSubtypes {
        let value = row.integer("originalSubtypes") ?? row.integer("mediaSubtypes") ?? 0
        return MediaSubtypes(rawValue: Int(truncatingIfNeeded: value)).intersection(Self.keptSubtypes)
    }
}
