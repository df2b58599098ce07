import Albumen
import Foundation
import Records

/// An album or folder in JSON. All keys are present, in alphabetical order. Unknown values are `null`. `docs/json.md`
/// describes the keys.
struct CollectionDocument: Encodable {
    let entry: CollectionEntry

    private enum Key: String, CodingKey {
        case count, cover, creationDate, kind, localIdentifier, modificationDate, parent, subtype, title
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(entry.count, forKey: .count)
        try container.encode(entry.cover, forKey: .cover)
        try container.encode(entry.creationDate.flatMap(Timestamp.utc), forKey: .creationDate)
        try container.encode(entry.kind.rawValue, forKey: .kind)
        try container.encode(entry.localIdentifier, forKey: .localIdentifier)
        try container.encode(entry.modificationDate.flatMap(Timestamp.utc), forKey: .modificationDate)
        try container.encode(entry.parent, forKey: .parent)
        try container.encode(entry.subtype.description, forKey: .subtype)
        try container.encode(entry.title, forKey: .title)
    }
}
