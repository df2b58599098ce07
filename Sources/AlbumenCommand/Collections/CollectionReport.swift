import Albumen
import Foundation

/// Reports an album or folder after a change.
struct CollectionReport {
    let library: LibraryView
    let isJSON: Bool

    /// - Parameter text: Returns the line for people.
    func tell(_ uuid: String, _ text: (CollectionEntry) -> String) throws {
        let entry = try library.entry(ofCollection: uuid)
        try ChangeReport(isJSON: isJSON).tell(CollectionDocument(entry: entry), text(entry))
    }
}

extension CollectionEntry {
    /// A sentence such as `“Lisbon” now shows 5 assets.`
    var countSentence: String { "“\(title)” now shows \(Count.text(count, "item"))." }
}
