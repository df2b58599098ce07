import GRDB
import Records

/// The properties that smart albums test, except dates. Assets of one kind are in the same smart albums.
struct ShownKind: Hashable {
    static let assetColumns: [AssetColumn] = [
        .mediaType, .mediaSubtypes, .playbackStyle, .isFavorite, .isRAW, .isSelfPortrait, .representsBurst,
    ]
    static let columns = assetColumns.map(\.rawValue)

    /// The values in the order of the columns.
    private let values: [Int]

    init(_ asset: AssetRecord) {
        values = [
            asset.mediaType.rawValue, asset.mediaSubtypes.rawValue, asset.playbackStyle.rawValue,
            asset.isFavorite ? 1 : 0, asset.isRAW ? 1 : 0,
            asset.isSelfPortrait ? 1 : 0, asset.representsBurst ? 1 : 0,
        ]
    }

    static let addition = """
        INSERT INTO shownKind (\(columns.joined(separator: ", ")), count)
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """

    func arguments(count: Int) -> StatementArguments {
        StatementArguments(values + [count])
    }
}
