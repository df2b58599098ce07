import Foundation
import Records

/// The files `changes.txt` and `changes.json` of a salvage.
struct SalvageList: Encodable {
    /// A photo, a video, an album or a folder in a change.
    struct Item: Encodable {
        /// `asset`, `album` or `folder`.
        var kind: String
        var identifier: String
        /// The filename with the day of capture, or the title.
        var name: String
        var facts: [Fact]
    }

    struct Fact: Encodable {
        /// The case name of an `AssetFact` or a `CollectionFact`.
        var fact: String
        /// The new value: a text, a date, degrees, keywords, or the names of members.
        var value: [String]?

        /// The words for people.
        var text: String {
            let words = Self.words[fact] ?? fact
            guard let value else { return words }
            return value.isEmpty ? "\(words) nothing" : "\(words) \(value.joined(separator: ", "))"
        }
    }

    struct Change: Encodable {
        var number: Int64
        var date: String?
        var author: String
        var items: [Item]
        /// The program whose access the change set.
        var client: String?
    }

    /// A photo or video that was exported, or that has a reason why it wasn't.
    struct Asset: Encodable {
        var identifier: String
        var name: String
        /// The files below the folder.
        var files: [String] = []
        /// The names of files whose bytes are only in the place.
        var inPlace: [String] = []
        /// Why files couldn't be exported.
        var failures: [String] = []
    }

    private(set) var version = 1
    let library: String
    let place: String
    /// The folder and the machine of the new owner.
    let owner: String?
    let ownerDate: String?
    /// Why the place couldn't be asked.
    let obstacle: String?
    /// The number of the last change that the new owner certainly has.
    let after: Int64
    /// Whether the history has no details of some changes, because they are too old.
    let isIncomplete: Bool
    var changes: [Change] = []
    var assets: [Asset] = []

    // MARK: Text

    /// The list for people.
    var text: String {
        var lines = ["Changes of \(library) that were not sent to \(place)", ""]
        if let owner {
            lines.append("The place was taken over by \(owner)\(ownerDate.map { " on \($0)" } ?? "").")
        }
        if let obstacle {
            lines.append("The place could not be asked, so this list has all that this copy doesn't know to be there:")
            lines.append(obstacle)
        }
        if isIncomplete {
            lines.append("The history doesn't go back far enough: earlier changes are missing from this list.")
        }
        lines += ["To bring the photos, albums and values into the new library: albumen import FOLDER"]
        lines += ["Deletions, and access of programs, are only listed. Repeat them there if you still want them.", ""]
        for change in changes {
            lines.append("\(change.date ?? "unknown date"), \(change.author)")
            lines += change.items.map { item in
                "  \(item.kind == "asset" ? "" : "\(item.kind) ")\(item.name): "
                    + item.facts.map(\.text).joined(separator: "; ")
            }
            if let client = change.client { lines.append("  access of \(client) changed") }
        }
        lines += section(
            "Only in the place, where the new owner has them. Not exported, so repeat their changes there:"
        ) {
            $0.inPlace
        }
        lines += section("Could not be exported:") { $0.failures }
        lines += section("Exported:") { $0.files }
        return lines.map { String($0.map { $0.isNewline ? " " : $0 }) }.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ values: (Asset) -> [String]) -> [String] {
        let lines = assets.filter { !values($0).isEmpty }.map { asset in
            "  \(asset.name): \(values(asset).joined(separator: ", "))"
        }
        return lines.isEmpty ? [] : ["", title] + lines
    }
}

extension SalvageList.Fact {
    fileprivate static let words = [
        "inserted": "added to the library", "deleted": "deleted", "restored": "taken out of Recently Deleted",
        "purged": "deleted permanently", "favorite": "favorite", "hidden": "hidden", "date": "date",
        "location": "place", "caption": "caption", "keywords": "keywords", "rating": "rating", "edited": "edited",
        "other": "changed", "created": "created", "renamed": "renamed to", "moved": "moved", "added": "added",
        "removed": "removed", "rearranged": "rearranged",
    ]

    init(_ fact: AssetFact) {
        switch fact {
        case .inserted: self.init(fact: "inserted")
        case .deleted: self.init(fact: "deleted")
        case .restored: self.init(fact: "restored")
        case .purged: self.init(fact: "purged")
        case .favorite(let value): self.init(fact: "favorite", value: [value ? "yes" : "no"])
        case .hidden(let value): self.init(fact: "hidden", value: [value ? "yes" : "no"])
        case .date(let date, let offset):
            let time = date.flatMap {
                CivilTime(secondsSinceReferenceDate: $0.timeIntervalSinceReferenceDate, utcOffset: offset ?? 0)
            }
            self.init(fact: "date", value: time.map { [$0.iso8601 + (offset.map(CivilTime.offsetText) ?? "")] } ?? [])
        case .location(let latitude, let longitude):
            self.init(fact: "location", value: ["\(latitude)", "\(longitude)"])
        case .locationRemoved: self.init(fact: "location", value: [])
        case .caption(let text): self.init(fact: "caption", value: text.map { [$0] } ?? [])
        case .keywords(let words): self.init(fact: "keywords", value: words)
        case .rating(let stars): self.init(fact: "rating", value: stars.map { ["\($0)"] } ?? [])
        case .edited: self.init(fact: "edited")
        case .other: self.init(fact: "other")
        }
    }

    /// - Parameter name: Returns the name of an asset.
    init(_ fact: CollectionFact, name: (Int64) -> String) {
        switch fact {
        case .created: self.init(fact: "created")
        case .deleted: self.init(fact: "deleted")
        case .renamed(let title): self.init(fact: "renamed", value: [title])
        case .moved: self.init(fact: "moved")
        case .added(let assets): self.init(fact: "added", value: assets.map(name))
        case .removed(let assets): self.init(fact: "removed", value: assets.map(name))
        case .rearranged: self.init(fact: "rearranged")
        case .other: self.init(fact: "other")
        }
    }
}
