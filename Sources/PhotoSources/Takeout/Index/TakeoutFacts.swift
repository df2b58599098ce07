internal import Foundation
internal import Records

/// The facts in a document, in the terms of an asset.
///
/// The capture is the moment in the document, without time zone and not marked as chosen: `SourceCapture` decides
/// between it and the file's time when the file has been read. The title isn't one: it's the name of the upload.
struct TakeoutFacts {
    private(set) var facts = SourceFacts()
    private(set) var differences: [SourceDifference] = []

    init(_ document: TakeoutItemDocument, options: TakeoutOptions) {
        if let date = document.taken.date {
            facts.capture = .known(.init(date: date, utcOffset: nil))
        } else if document.taken.isInvalid {
            differences.append(SourceDifference(.dates, .invalid))
        }
        let place = document.placeFact
        facts.place = place.fact
        if let difference = place.difference { differences.append(difference) }
        if let caption = document.caption { facts.caption = .known(caption) }
        // A missing mark clears nothing: older exports have no marks.
        if document.isFavorite { facts.isFavorite = true }
        var keywords: [String] = []
        if document.isArchived { mark(options.archived, .hidden, "archived", &keywords) }
        if document.isOfPartner { mark(options.partner, .keywords, "shared by a partner", &keywords) }
        if options.personsAsKeywords {
            keywords += document.persons
        } else {
            differences += document.persons.map { SourceDifference(.persons, .notAsked, detail: $0) }
        }
        if !keywords.isEmpty {
            var known: Set<String> = []
            facts.keywords = .known(keywords.filter { known.insert($0).inserted })
        }
    }

    private mutating func mark(
        _ marking: TakeoutOptions.Marking, _ fact: SourceDifference.Fact, _ detail: String, _ keywords: inout [String]
    ) {
        switch marking {
        case .listed: differences.append(SourceDifference(fact, .notAsked, detail: detail))
        case .keyword(let keyword): keywords.append(keyword)
        case .album: break
        case .hidden: facts.isHidden = true
        }
    }

    /// Returns the facts of another copy that contradict these.
    func contradictions(of other: TakeoutFacts, in name: String) -> [SourceDifference] {
        var found: [SourceDifference.Fact] = []
        if facts.capture != other.facts.capture { found.append(.dates) }
        if facts.place != other.facts.place { found.append(.places) }
        if facts.caption != other.facts.caption { found.append(.captions) }
        if facts.isFavorite != other.facts.isFavorite { found.append(.favorites) }
        if facts.keywords != other.facts.keywords { found.append(.keywords) }
        return found.map { SourceDifference($0, .contradiction, detail: name) }
    }
}
