internal import Catalog

/// A key of assets, whose values are in a column.
protocol AssetKey: PredicateKey {
    /// The column with the key's value. A location's latitude decides whether the location is `nil`.
    var column: AssetColumn { get }
    /// The keys by which assets can be sorted.
    static var sortable: [Self] { get }
}

extension PredicateKeyKind {
    /// The kind of a key whose values are those of a column.
    init(_ kind: AssetColumn.Kind) {
        self =
            switch kind {
            case .integer: .integer
            case .flag: .flag
            case .real: .real
            case .date: .date
            case .text: .text
            case .textList: .textList
            }
    }
}
