import GRDB
import GRDBSQLite

/// The sort key of a row: the values of an order's columns, and the tie-breaker.
package struct SortKey: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
    }

    let values: [Value]

    /// - Parameter columns: The columns of the row that contain the key.
    init(_ row: StatementRow, _ columns: Range<Int32>) {
        values = columns.map(row.sortValue)
    }
}

/// The order of a query, as in SQLite: NULL before numbers, numbers before texts, texts by their bytes.
package struct RowOrder: Sendable {
    let descending: [Bool]

    package func comesBefore(_ left: SortKey, _ right: SortKey) -> Bool {
        for (index, isDescending) in descending.enumerated() {
            let (first, second) = (left.values[index], right.values[index])
            if first.precedes(second) { return !isDescending }
            if second.precedes(first) { return isDescending }
        }
        return false
    }
}

extension SortKey.Value {
    fileprivate func precedes(_ other: SortKey.Value) -> Bool {
        switch (self, other) {
        case (.null, .null): false
        case (.null, _): true
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.integer, .text), (.real, .text): true
        default: false
        }
    }
}

extension StatementRow {
    fileprivate func sortValue(_ column: Int32) -> SortKey.Value {
        switch type(column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(text(column))
        default: .null
        }
    }
}

extension AssetQuery {
    /// The order of a query's rows.
    enum Ordering: Equatable {
        /// Columns of the asset.
        case columns([AssetOrdering])
        /// The member's position in the album.
        case position(album: Int64)
        /// The order of the list that was passed to the query.
        case given
    }

    var ordering: Ordering {
        if orderings.isEmpty {
            switch source {
            case .library: break
            case .album(let album): return .position(album: album)
            case .rows: return .given
            }
        }
        let orderings =
            self.orderings.isEmpty ? [AssetOrdering(column: .creationDate, isAscending: true)] : self.orderings
        return .columns(orderings + [AssetOrdering(column: .uuid, isAscending: orderings[0].isAscending)])
    }

    /// Whether the query searches in given rows.
    package var isOfGivenRows: Bool {
        if case .rows = source { true } else { false }
    }

    /// The order, or `nil` if it's the order of a given list.
    package var rowOrder: RowOrder? {
        switch ordering {
        case .columns(let orderings): RowOrder(descending: orderings.map { !$0.isAscending })
        case .position: RowOrder(descending: [false, false])
        case .given: nil
        }
    }
}
