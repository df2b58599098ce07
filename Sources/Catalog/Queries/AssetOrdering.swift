/// One step of a sort. Rows without a value come first in an ascending sort, last in a descending one.
///
/// A list of these does not decide between equal rows: the query ends it with `uuid`.
package struct AssetOrdering: Sendable, Hashable {
    package var column: AssetColumn
    package var isAscending: Bool

    package init(column: AssetColumn, isAscending: Bool) {
        self.column = column
        self.isAscending = isAscending
    }

    /// A term for `ORDER BY`.
    package func sql(alias: String? = nil) -> String {
        "\(column.sql(alias: alias)) \(isAscending ? "ASC" : "DESC")"
    }
}
