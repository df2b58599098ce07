internal import Foundation

/// An album as the API describes it, in all its versions.
struct ImmichAlbum: Decodable {
    /// A photo or video in an album.
    struct Member: Decodable {
        let identifier: ImmichIdentifier
        let owner: ImmichIdentifier?
        /// The local day, as the number of days since 2001.
        let day: Int32
        let date: Date

        private enum Key: String, CodingKey {
            case id, ownerId, localDateTime, fileCreatedAt
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            guard let identifier = container.identifier(.id) else {
                throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "no UUID")
            }
            self.identifier = identifier
            owner = container.identifier(.ownerId)
            let local = ImmichDate.date(container.text(.localDateTime))
            let date = ImmichDate.date(container.text(.fileCreatedAt)) ?? local ?? .distantPast
            self.date = date
            day = Int32(clamping: Int(((local ?? date).timeIntervalSinceReferenceDate / 86_400).rounded(.down)))
        }
    }

    let identifier: ImmichIdentifier
    let owner: ImmichIdentifier?
    let title: String
    let hasDescription: Bool
    let cover: ImmichIdentifier?
    /// Whether the oldest member is the first one. The newest is, unless the user changed it.
    let isAscending: Bool
    /// The number of members, or `nil` if the server doesn't say it.
    let count: Int?

    private enum Key: String, CodingKey {
        case id, ownerId, owner, albumUsers, albumName, description, albumThumbnailAssetId, order, assetCount
    }

    private struct User: Decodable {
        let id: String?
    }

    private struct AlbumUser: Decodable {
        let user: User?
        let role: String?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let identifier = container.identifier(.id) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "no UUID")
        }
        self.identifier = identifier
        let owner: User? = container.value(.owner)
        let users: [AlbumUser] = container.value(.albumUsers) ?? []
        self.owner =
            container.identifier(.ownerId) ?? ImmichIdentifier(owner?.id)
            ?? ImmichIdentifier(users.first { $0.role == "owner" }?.user?.id)
        title = ImmichText.line(container.text(.albumName)) ?? ""
        hasDescription = ImmichText.text(container.text(.description)) != nil
        cover = container.identifier(.albumThumbnailAssetId)
        isAscending = container.text(.order) == "asc"
        count = container.integer(.assetCount).map { Int(clamping: $0) }
    }

    /// Returns the members as Immich shows them: by local day, and in a day by date.
    ///
    /// - Complexity: O(*n* log *n*) for *n* members.
    func sorted(_ members: [Member]) -> [Member] {
        let ascending = members.sorted { ($0.day, $0.date, $0.identifier) < ($1.day, $1.date, $1.identifier) }
        return isAscending ? ascending : ascending.reversed()
    }
}
