internal import Foundation
internal import GRDB
internal import Records

extension PhotosAssetRow {
    /// Returns the facts, and the ones that can't be used.
    func facts(_ options: ApplePhotosOptions) -> (facts: SourceFacts, differences: [SourceDifference]) {
        var facts = SourceFacts()
        var differences: [SourceDifference] = []
        facts.title = .text(row.text("title"))
        facts.caption = .text(row.text("caption"))
        let names = options.personsAsKeywords ? persons.filter { !keywords.contains($0) } : []
        facts.keywords = keywords.isEmpty && names.isEmpty ? .none : .known(keywords + names)
        facts.isFavorite = row.isTrue("favorite")
        facts.isHidden = row.isTrue("hidden")
        facts.addedDate = ForeignValue.date(row.number("addedDate"))
        if isTrashed { facts.trashedDate = trashedDate ?? Date() }
        facts.place = AppleFacts.place(
            latitude: row.number("latitude"), longitude: row.number("longitude"),
            accuracy: row.number("accuracy"), &differences)
        facts.capture = AppleFacts.capture(
            seconds: row.number("date"), offset: row.integer("offset"),
            file: AppleFacts.localSeconds(
                exif: row.text("exifDate"), date: row.number("fileDate"), offset: row.integer("fileOffset")),
            &differences)
        facts.burst = burst
        facts.subtypes = subtypes.rawValue
        facts.isSelfPortrait = row.integer("captureDevice") == 1
        return (facts, differences)
    }

    private var burst: SourceFact<SourceFacts.Burst> {
        guard let identifier = ForeignValue.text(row.text("burst")) else { return .none }
        return .known(AppleFacts.burst(identifier, picks: row.integer("burstPick")))
    }

    private var subtypes: MediaSubtypes {
        var subtypes: MediaSubtypes = []
        switch subtype {
        case 1: subtypes.insert(.photoPanorama)
        case 10: subtypes.insert(.photoScreenshot)
        case 101: subtypes.insert(.videoHighFrameRate)
        case 102: subtypes.insert(.videoTimelapse)
        case 103: subtypes.insert(.videoScreenRecording)
        default: break
        }
        if !isVideo {
            if row.integer("customRendered") == 6 { subtypes.insert(.photoPanorama) }
            if row.integer("hdr") == 3 || row.integer("customRendered") == 3 { subtypes.insert(.photoHDR) }
            if row.isTrue("depthType") || row.isTrue("depthStates") { subtypes.insert(.photoDepthEffect) }
        }
        if row.isTrue("spatial") { subtypes.insert(.spatialMedia) }
        return subtypes
    }

    /// Whether the video of a Live Photo plays. `nil` for other items.
    var playsVideo: Bool? {
        guard subtype == 2 else { return nil }
        guard let playbackStyle, playbackStyle != 0 else { return videoVisibility.map { $0 != 15 } }
        // A long exposure is a picture, too, but the user didn't turn its video off.
        return playbackStyle != 1 || playbackVariation == 3
    }
}

extension SourceFact where Value == String {
    /// The text of a catalogue, which knows that there is none.
    static func text(_ text: String?) -> Self {
        ForeignValue.text(text).map(SourceFact.known) ?? .none
    }
}
