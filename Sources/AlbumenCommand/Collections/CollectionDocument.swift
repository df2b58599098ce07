import Albumen
import Foundation
import Records

/// An album or folder in JSON. All keys are always there, in alphabetical order; what is not known is null.
///
/// | key | value |
/// |---|---|
/// | `count` | of an album the assets that are shown; of a folder what is directly in it |
/// | `creationDate`, `modificationDate` | UTC; null for a smart album |
/// | `kind` | `album`, `folder` or `smartAlbum` |
/// | `localIdentifier` | text |
/// | `parent` | the identifier of the folder it is in, or null |
/// | `subtype` | PhotoKit's case name, such as `albumRegular` |
/// | `title` | text |
struct CollectionDocument: Encodable {
    let entry: CollectionEntry

    private enum Key: String, CodingKey {
        case count, creationDate, kind, localIdentifier, modificationDate, parent, subtype, title
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(entry.count, forKey: .count)
        try container.encode(entry.creationDate.flatMap(Timestamp.utc), forKey: .creationDate)
        try container.encode(entry.kind.rawValue, forKey: .kind)
        try container.encode(entry.localIdentifier, forKey: .localIdentifier)
        try container.encode(entry.modificationDate.flatMap(Timestamp.utc), forKey: .modificationDate)
        try container.encode(entry.parent, forKey: .parent)
        try container.encode(entry.subtype.description, forKey: .subtype)
        try container.encode(entry.title, forKey: .title)
    }
}
