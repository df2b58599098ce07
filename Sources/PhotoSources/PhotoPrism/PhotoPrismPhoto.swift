internal import Foundation
internal import Records

/// The YAML file of a photo or video.
struct PhotoPrismPhoto {
    /// The names that say nothing of the user, or that the file says itself.
    private static let ignored: Set<String> = [
        "DocumentID", "TakenAt", "TakenAtLocal", "TakenSrc", "UID", "Type", "TypeSrc", "Title", "TitleSrc", "Caption",
        "CaptionSrc", "Description", "DescriptionSrc", "OriginalName", "Stack", "Favorite", "Private", "Scan",
        "Panorama", "TimeZone", "PlaceSrc", "CellAccuracy", "Altitude", "Lat", "Lng", "Year", "Month", "Day", "ISO",
        "Exposure", "FNumber", "FocalLength", "Quality", "Faces", "Duration", "CameraSerial", "CameraSrc", "Details",
        "CreatedBy", "CreatedAt", "UpdatedAt", "EditedAt", "PublishedAt", "CheckedAt", "EstimatedAt", "DeletedAt",
    ]
    private static let unknownLimit = 20

    let document: YAMLDocument
    /// `nil` if the file has no valid one.
    let identifier: String?
    /// Whether a JSON file is beside the photo, which PhotoPrism doesn't tell from the photo's own metadata.
    let hasDocument: Bool

    init(_ document: YAMLDocument, hasDocument: Bool) {
        self.document = document
        self.hasDocument = hasDocument
        identifier = PhotoPrismValue.identifier(document.text("UID"))
    }

    var deletedDate: Date? { PhotoPrismValue.date(document.text("DeletedAt")) }

    /// The name without its ending from before the import to PhotoPrism.
    var originalName: String? {
        document.text("OriginalName").flatMap { $0.split(separator: "/").last }.flatMap {
            ForeignValue.fileName(String($0))
        }
    }

    /// Sets the facts of an item, and adds the ones that Albumen can't take to its differences.
    func setFacts(of item: inout SourceItem, _ options: PhotoPrismOptions) {
        setDate(of: &item)
        setTexts(of: &item)
        setPlace(of: &item)
        setDetails(of: &item, options)
        if document.isTrue("Favorite") { item.facts.isFavorite = true }
        if document.isTrue("Private") { item.facts.isHidden = true }
        if document.isTrue("Panorama") { item.facts.subtypes |= MediaSubtypes.photoPanorama.rawValue }
        if document.isTrue("Scan") { item.differences.append(SourceDifference(.labels, .unsupported, detail: "scan")) }
        item.facts.addedDate = PhotoPrismValue.date(document.text("CreatedAt"))
        // Photos stay in PhotoPrism's archive for years, and in Recently Deleted for days. So the days begin now.
        item.isTrashed = deletedDate != nil
        for key in document.values.keys.sorted().filter({ !Self.ignored.contains($0) }).prefix(Self.unknownLimit) {
            item.differences.append(SourceDifference(.labels, .unsupported, detail: String(key.prefix(100))))
        }
    }

    /// Returns whether a value says more than the photo's file: the user changed it, or it's from the file beside it.
    private func isBrought(_ source: String) -> Bool {
        PhotoPrismValue.isChanged(source) || source == "xmp" || (source == "meta" && hasDocument)
    }

    /// Takes the date if the user chose it, or if it's in a file beside the photo. All others are the photo's own, or
    /// guesses.
    private func setDate(of item: inout SourceItem) {
        let source = document.text("TakenSrc") ?? ""
        guard isBrought(source) else { return }
        let parts = [document.number("Year"), document.number("Month"), document.number("Day")]
        if parts.contains(-1) {
            item.differences.append(SourceDifference(.dates, .unsupported, detail: "partial date"))
            return
        }
        let taken = PhotoPrismValue.taken(
            moment: document.text("TakenAt"), local: document.text("TakenAtLocal"), zone: document.text("TimeZone"))
        guard let taken else {
            item.differences.append(SourceDifference(.dates, .invalid))
            return
        }
        item.facts.capture = .known(
            SourceFacts.Capture(
                date: taken.date, utcOffset: taken.utcOffset, isChosen: PhotoPrismValue.isChanged(source)))
        item.hasMomentOnly = taken.hasMomentOnly
        item.hasLocalTimeOnly = taken.hasLocalTimeOnly
    }

    /// Takes texts that people wrote. PhotoPrism makes a title for each photo that has none, so these aren't listed.
    private func setTexts(of item: inout SourceItem) {
        if let title = ForeignValue.text(document.text("Title")), isBrought(document.text("TitleSrc") ?? "") {
            item.facts.title = .known(title)
        }
        // Older versions have a description instead.
        for (key, source) in [("Caption", "CaptionSrc"), ("Description", "DescriptionSrc")] {
            guard let caption = ForeignValue.text(document.text(key)) else { continue }
            let source = document.text(source) ?? ""
            if isBrought(source) {
                if item.facts.caption == .unknown { item.facts.caption = .known(caption) }
            } else if PhotoPrismValue.isMade(source) {
                let maker = source.isEmpty ? "PhotoPrism" : String(source.prefix(20))
                item.differences.append(SourceDifference(.captions, .unsupported, detail: "made by \(maker)"))
            }
        }
    }

    private func setPlace(of item: inout SourceItem) {
        guard document["Lat"] != nil || document["Lng"] != nil else { return }
        let source = document.text("PlaceSrc") ?? ""
        guard isBrought(source) else {
            // Early versions don't say where a place is from.
            if PhotoPrismValue.isMade(source) {
                let detail = source == "estimate" ? "estimated" : "of an unknown source"
                item.differences.append(SourceDifference(.places, .unsupported, detail: detail))
            }
            return
        }
        // YAML leaves out zeros.
        guard let latitude = document["Lat"] == nil ? 0 : document.number("Lat"),
            let longitude = document["Lng"] == nil ? 0 : document.number("Lng"), (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else {
            item.differences.append(SourceDifference(.places, .invalid))
            return
        }
        let altitude = document.number("Altitude").flatMap { (-20_000...100_000).contains($0) && $0 != 0 ? $0 : nil }
        item.facts.place = .known(
            SourceFacts.Place(latitude: latitude, longitude: longitude, altitude: altitude))
    }

    private func setDetails(of item: inout SourceItem, _ options: PhotoPrismOptions) {
        guard let details = document["Details"] else { return }
        func source(_ key: String) -> String { details[key + "Src"]?.text ?? "" }
        var keywords = PhotoPrismValue.names(details["Keywords"]?.text)
        if !keywords.isEmpty, !isBrought(source("Keywords")) {
            if PhotoPrismValue.isMade(source("Keywords")) {
                item.differences.append(
                    SourceDifference(.keywords, .unsupported, detail: "\(keywords.count) made by PhotoPrism"))
            }
            keywords = []
        }
        if let subject = ForeignValue.text(details["Subject"]?.text) {
            if !PhotoPrismValue.isMade(source("Subject")) {
                addDetail("subject", source("Subject"), to: &item)
            } else if options.personsAsKeywords {
                keywords += PhotoPrismValue.names(subject).filter { !keywords.contains($0) }
            } else {
                item.differences.append(
                    SourceDifference(.persons, .notAsked, detail: String(subject.prefix(200))))
            }
        }
        if !keywords.isEmpty { item.facts.keywords = .known(keywords) }
        for key in ["Notes", "Artist", "Copyright", "License", "Software"]
        where ForeignValue.text(details[key]?.text) != nil {
            addDetail(key.lowercased(), source(key), to: &item)
        }
    }

    /// Lists a text that Albumen has nothing for. The file keeps its own.
    private func addDetail(_ name: String, _ source: String, to item: inout SourceItem) {
        if source != "meta" { item.differences.append(SourceDifference(.captions, .unsupported, detail: name)) }
    }
}
