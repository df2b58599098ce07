package import Records

/// The facts in a sidecar, in the terms of an asset.
///
/// A property that is missing or empty says nothing: another program's sidecar never clears a value. Only Albumen's own
/// properties can, and they only count for the bytes that they were written for. So the facts of a photo need its file:
/// see `facts(for:)`.
package struct SidecarFacts: Sendable, Equatable {
    /// Facts that Albumen only takes if the user asks for them.
    package struct Options: Sendable, Equatable {
        package var personsAsKeywords = false
        package var labelsAsKeywords = false

        package init(personsAsKeywords: Bool = false, labelsAsKeywords: Bool = false) {
            self.personsAsKeywords = personsAsKeywords
            self.labelsAsKeywords = labelsAsKeywords
        }
    }

    /// The facts of the properties that programs share. `capture` is only the sidecar's date. If its `utcOffset` is
    /// `nil`, the sidecar has no time zone, and `date` counts the local time as UTC.
    package private(set) var facts = SourceFacts()
    /// The date as it's written.
    package private(set) var date: SidecarDate?
    /// The facts that Albumen itself wrote, or `nil` in the sidecar of another program.
    package private(set) var own: AlbumenSidecar?
    /// Whether `facts.caption` is from a property that programs copy from the file.
    private(set) var hasCopiedCaption = false
    /// Whether the user rejected the photo. Albumen has nothing for it.
    package private(set) var isRejected = false
    /// The extension of the file that the sidecar belongs to, if it names one. See `SidecarNames.Match`.
    package private(set) var fileExtension: String?
    /// The EXIF orientation, 1 to 8. It only overrides that of the file if the user asks for it.
    package private(set) var orientation: Int?
    /// The names of the persons, each once.
    package private(set) var persons: [String] = []
    /// What isn't taken, and the reason.
    package private(set) var differences: [SourceDifference] = []

    /// No photo has more keywords, or shows more persons.
    private static let listLimit = 1000

    package init(_ document: XMPDocument, options: Options = Options()) {
        own = AlbumenSidecar(document)
        fileExtension = document[XMPNamespace.photoshop, "SidecarForExtension"]?.text?.cleaned
        readDate(document)
        readPlace(document)
        readTexts(document)
        readRating(document)
        readFlags(document)
        persons = limited(SidecarPersons.names(in: document), .persons)
        readKeywords(document, options)
        for program in SidecarEdits.programs(in: document) { note(.edits, .unsupported, program) }
        orientation = Self.number(document[XMPNamespace.tiff, "Orientation"]).flatMap {
            (1...8).contains($0) ? $0 : nil
        }
    }

    private mutating func note(
        _ fact: SourceDifference.Fact, _ reason: SourceDifference.Reason, _ detail: String? = nil
    ) {
        differences.append(SourceDifference(fact, reason, detail: detail))
    }

    private mutating func limited(_ names: [String], _ fact: SourceDifference.Fact) -> [String] {
        guard names.count > Self.listLimit else { return names }
        note(fact, .invalid, "more than \(Self.listLimit)")
        return Array(names.prefix(Self.listLimit))
    }

    private static func number(_ value: XMPValue?) -> Int? { value?.text.flatMap { Int($0.trimmed) } }

    // MARK: Properties

    private mutating func readDate(_ document: XMPDocument) {
        let properties = [
            (XMPNamespace.exif, "DateTimeOriginal"), (XMPNamespace.photoshop, "DateCreated"),
            (XMPNamespace.xmp, "CreateDate"),
        ]
        let texts = properties.compactMap { document[$0.0, $0.1]?.text?.cleaned }.filter { !$0.isEmpty }
        date = texts.lazy.compactMap { SidecarDate($0) }.first
        if let date {
            facts.capture = .known(date.capture(ofFile: nil))
        } else if let text = texts.first {
            note(.dates, .invalid, text)
        }
    }

    private mutating func readPlace(_ document: XMPDocument) {
        if let place = SidecarPlace.place(in: document) {
            facts.place = .known(place)
        } else {
            let coordinates = ["GPSLatitude", "GPSLongitude"].map {
                document[XMPNamespace.exif, $0]?.text?.cleaned ?? ""
            }
            let text = coordinates.filter { !$0.isEmpty }.joined(separator: ", ")
            if !text.isEmpty { note(.places, .invalid, text) }
        }
        let names = SidecarPlace.names(in: document)
        if !names.isEmpty { note(.placeNames, .unsupported, names.joined(separator: ", ")) }
    }

    private mutating func readTexts(_ document: XMPDocument) {
        func text(_ namespace: String, _ name: String) -> String? {
            document[namespace, name]?.localizedTexts.lazy.map(\.cleaned).first { !$0.isEmpty }
        }
        if let title = text(XMPNamespace.dublinCore, "title") { facts.title = .known(title) }
        if let caption = text(XMPNamespace.dublinCore, "description") {
            facts.caption = .known(caption)
        } else if let caption = text(XMPNamespace.tiff, "ImageDescription") ?? text(XMPNamespace.exif, "UserComment") {
            facts.caption = .known(caption)
            hasCopiedCaption = true
        }
    }

    private mutating func readRating(_ document: XMPDocument) {
        func number(_ namespace: String) -> Double? {
            document[namespace, "Rating"]?.text.flatMap { SidecarNumber.decimal($0.trimmed) }
        }
        if let rating = number(XMPNamespace.xmp), (-1...5).contains(rating) {
            isRejected = rating < 0
            if rating > 0 { facts.rating = .known(max(1, Int(rating.rounded()))) }
        } else if let percent = number(XMPNamespace.microsoftPhoto), (0...100).contains(percent) {
            // Windows writes 1, 25, 50, 75 and 99.
            if percent > 0 { facts.rating = .known(min(5, 1 + Int((percent / 25).rounded()))) }
        } else if let text = document[XMPNamespace.xmp, "Rating"]?.text?.cleaned, !text.isEmpty {
            note(.ratings, .invalid, text)
        }
        if isRejected { note(.ratings, .unsupported, "rejected") }
    }

    private mutating func readFlags(_ document: XMPDocument) {
        switch document[XMPNamespace.fstop, "favorite"]?.text?.trimmed.lowercased() {
        case "1", "true": facts.isFavorite = true
        case "0", "false": facts.isFavorite = false
        default: break
        }
        switch Self.number(document[XMPNamespace.digiKam, "PickLabel"]) {
        case 1: note(.labels, .unsupported, "rejected in digiKam")
        case 2: note(.labels, .unsupported, "pending in digiKam")
        case 3: note(.labels, .unsupported, "accepted in digiKam")
        default: break
        }
    }

    private mutating func readKeywords(_ document: XMPDocument, _ options: Options) {
        var keywords = limited(SidecarKeywords.keywords(in: document), .keywords)
        let written = Set(keywords)
        for person in persons where !written.contains(person) {
            if options.personsAsKeywords { keywords.append(person) } else { note(.persons, .notAsked, person) }
        }
        for label in SidecarLabel.names(in: document) {
            if options.labelsAsKeywords { keywords.append(label) } else { note(.labels, .notAsked, label) }
        }
        var known: Set<String> = []
        keywords = keywords.filter { known.insert($0).inserted }
        if !keywords.isEmpty { facts.keywords = .known(keywords) }
    }
}
