internal import Foundation
internal import GRDB

extension ShotwellCatalog {
    private static let memberLimit = 20_000_000

    private struct Member {
        var date: Double
        var isVideo: Bool
        var id: Int64
    }

    /// Returns an album for each event, the newest first as Shotwell shows them, and what can't be brought over.
    ///
    /// - Complexity: O(*n* log *n*) for *n* events and items.
    func events(hasZeroDates: Bool) throws -> (
        collections: [SourceCollection], differences: [(name: String, difference: SourceDifference)]
    ) {
        guard names.has("id", in: "EventTable") else { return ([], []) }
        func value(_ column: String) -> String { names.value(column, of: "EventTable", as: "E") }
        let rows = try list(
            """
            SELECT E.id AS id, \(value("name")), \(value("primary_photo_id")), \(value("primary_source_id")),
            \(value("comment")) FROM EventTable E ORDER BY E.id
            """)
        let members = try members(hasZeroDates: hasZeroDates)
        var events: [(date: Double, id: Int64, album: SourceCollection)] = []
        var differences: [(name: String, difference: SourceDifference)] = []
        for row in rows {
            guard let id = row.integer("id") else { continue }
            let members = (members[id] ?? []).sorted { left, right in
                (left.date, left.isVideo ? 1 : 0, left.id) < (right.date, right.isVideo ? 1 : 0, right.id)
            }
            // Shotwell doesn't show empty events, and their names are those of their dates.
            guard let title = ForeignValue.text(row.text("name")) ?? Self.title(of: members) else { continue }
            var album = SourceCollection(identifier: "event-\(id)", kind: .album, title: title)
            album.members = members.map { ShotwellIdentifier.text($0.id, isVideo: $0.isVideo) }
            if let cover = Self.cover(row) {
                if members.contains(where: { $0.id == cover.id && $0.isVideo == cover.isVideo }) {
                    album.cover = ShotwellIdentifier.text(cover.id, isVideo: cover.isVideo)
                } else if !members.isEmpty {
                    differences.append((title, SourceDifference(.covers, .absent)))
                }
            }
            if ForeignValue.text(row.text("comment")) != nil {
                differences.append((title, SourceDifference(.captions, .unsupported, detail: "comment of the event")))
            }
            events.append((members.first?.date ?? -.infinity, id, album))
        }
        events.sort { ($0.date, $0.id) > ($1.date, $1.id) }
        return (events.map(\.album), differences)
    }

    private func members(hasZeroDates: Bool) throws -> [Int64: [Member]] {
        var members: [Int64: [Member]] = [:]
        var count = 0
        for (table, isVideo) in [("PhotoTable", false), ("VideoTable", true)] {
            guard names.has("id", "event_id", in: table), hasVideos || !isVideo else { continue }
            try database.read { database in
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT I.id AS id, I.event_id AS event, \(names.value("exposure_time", of: table, as: "I"))
                        FROM \(table) I WHERE I.event_id >= 0 AND typeof(I.id) = 'integer'
                        """)
                while let row = try rows.next() {
                    guard let id = row.integer("id"), let event = row.integer("event") else { continue }
                    count += 1
                    guard count <= Self.memberLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                    let date = row.number("exposure_time").flatMap { hasZeroDates && $0 == 0 ? nil : $0 }
                    members[event, default: []].append(Member(date: date ?? .infinity, isVideo: isVideo, id: id))
                }
            }
        }
        return members
    }

    private static func title(of members: [Member]) -> String? {
        guard let first = members.first else { return nil }
        guard let date = ShotwellItemRow.date(first.date) else { return "Event" }
        return date.formatted(.iso8601.year().month().day())
    }

    private static func cover(_ row: Row) -> (id: Int64, isVideo: Bool)? {
        if let text = row.text("primary_source_id"), let cover = ShotwellIdentifier.parse(text[...].utf8) {
            return cover
        }
        guard let id = row.integer("primary_photo_id"), id > 0 else { return nil }
        return (id, false)
    }
}
