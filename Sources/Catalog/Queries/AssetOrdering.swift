/// A sort descriptor. Rows without a value come first in ascending order and last in descending order.
///
/// Rows can be equal in all descriptors of a query, so the query adds `uuid`.
package struct AssetOrdering: Sendable, Hashable {
    package var column: AssetColumn
    package var isAscending: Bool

    package init(column: AssetColumn, isAscending: Bool) {
        self.column = column
        self.isAscending = isAscending
    }

    /// Returns a term for `ORDER BY`.
    package func sql(alias: String? = nil) -> String {
        "\(column.sql(alias: alias)) \(isAscending ? "ASC" : "DESC")"
    }
}
