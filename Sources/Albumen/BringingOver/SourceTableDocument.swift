import PhotoSources
import Records

/// What became of a source's facts, as JSON: the numbers of items that are `created`,
/// `updated` and `unchanged`, and for each kind of facts how many were `found` and `used`, and the `differences` by
/// reason.
package struct SourceTableDocument: Encodable, Sendable {
    private let table: SourceTable

    package init(table: SourceTable) {
        self.table = table
    }

    private struct Row: Encodable {
        let fact: String
        let found: Int
        let used: Int
        let differences: [String: Int]
    }

    private enum Key: String, CodingKey {
        case created, facts, path, source, summary, unchanged, updated
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(table.path, forKey: .path)
        try container.encode(SourceKeyDocument(key: table.source), forKey: .source)
        try container.encode(table.summary, forKey: .summary)
        try container.encode(table.created, forKey: .created)
        try container.encode(table.updated, forKey: .updated)
        try container.encode(table.unchanged, forKey: .unchanged)
        let rows = SourceDifference.Fact.allCases.compactMap { fact in
            table.rows[fact].map { row in
                Row(
                    fact: fact.rawValue, found: row.found, used: row.used,
                    differences: Dictionary(
                        uniqueKeysWithValues: row.differences.map { ($0.key.rawValue, $0.value) }))
            }
        }
        try container.encode(rows, forKey: .facts)
    }
}
