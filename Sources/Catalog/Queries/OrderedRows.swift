import GRDB

/// Rows in the user's order: the members of an album, or the collections in a folder.
///
/// Each row has a position, a number with a large gap to the next one. An insertion takes numbers from the gap. If a
/// gap is full, the neighbours get new positions.
///
/// - Complexity: O(*c* log *n*) for a change of *c* rows in a list of *n*.
struct OrderedRows {
    enum List: Hashable {
        case members(album: Int64)
        /// The parent folder, or `nil` for the top level.
        case children(folder: Int64?)
    }

    /// The distance between two positions at the end of the list.
    static let distance: Int64 = 1 << 32
    /// The smallest gap between two rows with new positions.
    private static let narrowestSpread: Int64 = 1 << 12
    private static let smallestNeighbourhood = 32

    struct Place: Equatable {
        var identifier: Int64
        var position: Int64
    }

    let database: Database
    let list: List

    /// Returns positions for `count` consecutive rows.
    ///
    /// - Parameters:
    ///   - predecessor: The position after which to insert the rows, or `nil` for the front.
    ///   - move: Called for each neighbour that gets a new position.
    func positions(
        _ count: Int, after predecessor: Int64?, move: (_ identifier: Int64, _ position: Int64) throws -> Void
    ) throws -> [Int64] {
        guard count > 0 else { return [] }
        let successor = try firstPosition(after: predecessor)
        let steps = Int64(count)
        switch (predecessor, successor) {
        case (nil, nil):
            return (0..<steps).map { $0 * Self.distance }
        case (let low?, nil) where low < Int64.max / 2:
            return (1...steps).map { low + $0 * Self.distance }
        case (nil, let high?) where high > Int64.min / 2:
            return (1...steps).map { high - (steps + 1 - $0) * Self.distance }
        case (let low?, let high?) where (high - low) / (steps + 1) >= 1:
            let step = (high - low) / (steps + 1)
            return (1...steps).map { low + $0 * step }
        default:
            return try spread(count, after: predecessor, move: move)
        }
    }

    /// Distributes the neighbours and the new rows evenly. Uses as few neighbours as possible.
    private func spread(
        _ count: Int, after predecessor: Int64?, move: (Int64, Int64) throws -> Void
    ) throws -> [Int64] {
        var reach = Self.smallestNeighbourhood
        while true {
            let before = try predecessor.map { try neighbours(upTo: $0, limit: reach) } ?? []
            let after = try neighbours(after: predecessor, limit: reach)
            let isWhole = before.count < reach && after.count < reach
            let rows = Int64(before.count + count + after.count)
            // One neighbour on each side keeps its position, unless the list ends there.
            let low = before.count < reach ? nil : before.first?.position
            let high = after.count < reach ? nil : after.last?.position
            let room = Self.room(low: low, high: high, rows: rows)
            guard room.step >= Self.narrowestSpread || isWhole else {
                reach *= 4
                continue
            }
            var position = room.start
            func next() -> Int64 {
                defer { position += room.step }
                return position
            }
            for place in before.dropFirst(low == nil ? 0 : 1) { try moveIfNeeded(place, to: next(), move) }
            let placed = (0..<count).map { _ in next() }
            for place in after.dropLast(high == nil ? 0 : 1) { try moveIfNeeded(place, to: next(), move) }
            return placed
        }
    }

    private static func room(low: Int64?, high: Int64?, rows: Int64) -> (start: Int64, step: Int64) {
        switch (low, high) {
        case (let low?, let high?):
            let step = (high - low) / (rows + 1)
            return (low + step, step)
        case (let low?, nil) where low < Int64.max / 2: return (low + distance, distance)
        case (nil, let high?) where high > Int64.min / 2: return (high - rows * distance, distance)
        // The entire list, or a list that has reached the largest number: distribute it around zero.
        default: return (-(rows / 2) * distance, distance)
        }
    }

    private func moveIfNeeded(_ place: Place, to position: Int64, _ move: (Int64, Int64) throws -> Void) throws {
        if place.position != position { try move(place.identifier, position) }
    }

    // MARK: Reading

    func firstPosition(after position: Int64?) throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(
                sql: "SELECT position FROM \(source) AND position > ? ORDER BY position LIMIT 1"),
            arguments: arguments + [position ?? Int64.min])
    }

    func lastPosition() throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(sql: "SELECT position FROM \(source) ORDER BY position DESC LIMIT 1"),
            arguments: arguments)
    }

    /// Returns the positions of rows in the list.
    func positions(of identifiers: some Collection<Int64>) throws -> [Int64: Int64] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(identifierColumn), position FROM \(source)
                AND \(identifierColumn) IN (SELECT value FROM json_each(?))
                """)
        let rows = try Row.fetchCursor(statement, arguments: arguments + [JSONList.text(identifiers)])
        var positions: [Int64: Int64] = [:]
        while let row = try rows.next() { positions[row[0]] = row[1] }
        return positions
    }

    private func neighbours(upTo position: Int64, limit: Int) throws -> [Place] {
        try places("AND position <= ? ORDER BY position DESC LIMIT ?", [position, limit]).reversed()
    }

    private func neighbours(after position: Int64?, limit: Int) throws -> [Place] {
        try places("AND position > ? ORDER BY position LIMIT ?", [position ?? Int64.min, limit])
    }

    private func places(_ rest: String, _ values: StatementArguments) throws -> [Place] {
        try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT \(identifierColumn), position FROM \(source) \(rest)"),
            arguments: arguments + values
        ).map { Place(identifier: $0[0], position: $0[1]) }
    }

    private var identifierColumn: String {
        switch list {
        case .members: "assetId"
        case .children: "id"
        }
    }

    private var source: String {
        switch list {
        case .members: "albumMember WHERE collectionId = ?"
        case .children(nil): "collection WHERE parentId IS NULL AND position IS NOT NULL"
        case .children: "collection WHERE parentId = ?"
        }
    }

    private var arguments: StatementArguments {
        switch list {
        case .members(let album): [album]
        case .children(let folder?): [folder]
        case .children(nil): []
        }
    }
}
