import Albumen
import PhotoSources
import Records

/// A line of `import --json` for a fact of a source that isn't in the library. `event` is `notUsed`. `source` is the
/// source's `kind` and `identifier`; `identifier` is that of the item or album in it, or `null`; `detail` says more of
/// the `reason`, or is `null`.
struct SourceNoteDocument: Encodable {
    let note: SourceNote

    private enum Key: String, CodingKey {
        case detail, event, fact, identifier, name, reason, source
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("notUsed", forKey: .event)
        try container.encode(SourceKeyDocument(key: note.source), forKey: .source)
        try container.encode(note.identifier, forKey: .identifier)
        try container.encode(note.name, forKey: .name)
        try container.encode(note.difference.fact.rawValue, forKey: .fact)
        try container.encode(note.difference.reason.rawValue, forKey: .reason)
        try container.encode(note.difference.detail, forKey: .detail)
    }
}
