import Albumen
import Foundation

/// Tells an album or folder as it is after a change.
struct CollectionReport {
    let library: LibraryView
    let isJSON: Bool

    /// - Parameter text: for people.
    func tell(_ uuid: String, _ text: (CollectionEntry) -> String) throws {
        let entry = try library.entry(ofCollection: uuid)
        try ChangeReport(isJSON: isJSON).tell(CollectionDocument(entry: entry), text(entry))
    }
}

extension CollectionEntry {
    /// As in `“Lisbon” now shows 5 assets.`
    var countSentence: String { "“\(title)” now shows \(Count.text(count, "asset"))." }
}
