internal import Foundation

/// The albums of a user, and those that others share.
struct ImmichAlbums {
    private static let albumLimit = 200_000
    private static let memberLimit = 5_000_000

    private(set) var collections: [SourceCollection] = []
    private(set) var others: [(name: String, difference: SourceDifference)] = []
    private(set) var unreadableParts: [(path: String, reason: String)] = []
    /// Items of others in the albums that are brought over.
    private(set) var foreign: Set<ImmichIdentifier> = []
    private var memberCount = 0

    /// - Parameter user: The user whose albums these are.
    /// - Complexity: At least one request for each album.
    init(_ pages: ImmichPages, user: ImmichIdentifier, options: ImmichOptions) throws(SourceError) {
        var albums: [ImmichIdentifier: ImmichAlbum] = [:]
        for album in try Self.list("albums", pages.connection) { albums[album.identifier] = album }
        do throws(SourceError) {
            for album in try Self.list("albums?shared=true", pages.connection) { albums[album.identifier] = album }
        } catch {
            // Since version 3, the first list contains all albums.
            guard error.code == .unsupported else { throw error }
        }
        let titles = albums.mapValues { $0.title.lowercased() }
        let sorted = albums.values.sorted {
            (titles[$0.identifier] ?? "", $0.identifier) < (titles[$1.identifier] ?? "", $1.identifier)
        }
        for album in sorted {
            let isShared = album.owner.map { $0 != user } ?? false
            try add(album, isExcluded: isShared && !options.bringsShared, pages, user: user, options)
        }
    }

    private static func list(_ call: String, _ connection: ImmichConnection) throws(SourceError) -> [ImmichAlbum] {
        let list: (elements: [ImmichAlbum], value: [String]) = try connection.list(
            ImmichRequest(call, permission: "album.read"), at: [], limit: albumLimit
        ) { try? JSONDecoder().decode(ImmichAlbum.self, from: $0) }
        return list.elements
    }

    private mutating func add(
        _ album: ImmichAlbum, isExcluded: Bool, _ pages: ImmichPages, user: ImmichIdentifier, _ options: ImmichOptions
    ) throws(SourceError) {
        let name = album.title.isEmpty ? album.identifier.text : album.title
        var collection = SourceCollection(identifier: album.identifier.text, kind: .album, title: album.title)
        guard !isExcluded else {
            collection.exclusion = .shared
            collections.append(collection)
            return
        }
        if album.hasDescription {
            others.append((name, SourceDifference(.captions, .unsupported, detail: "description of the album")))
        }
        var members: [ImmichAlbum.Member] = []
        do throws(SourceError) {
            members = try self.members(of: album, pages)
        } catch {
            // The album was deleted meanwhile.
            guard error.code == .unsupported else { throw error }
            unreadableParts.append((name, "Immich doesn't return the members of the album."))
            return
        }
        let surplus = members.count - (Self.memberLimit - memberCount)
        if surplus > 0 {
            members.removeLast(surplus)
            others.append((name, SourceDifference(.memberships, .unsupported, detail: "\(surplus) too many")))
        }
        memberCount += members.count
        var known: Set<ImmichIdentifier> = []
        members = album.sorted(members).filter { known.insert($0.identifier).inserted }
        let foreign = members.filter { $0.owner.map { $0 != user } ?? false }.map(\.identifier)
        if options.bringsShared {
            self.foreign.formUnion(foreign)
        } else if !foreign.isEmpty {
            others.append((name, SourceDifference(.memberships, .shared, detail: "\(foreign.count) items of others")))
            let foreign = Set(foreign)
            members.removeAll { foreign.contains($0.identifier) }
        }
        collection.members = members.map(\.identifier.text)
        if let cover = album.cover, known.contains(cover) { collection.cover = cover.text }
        collections.append(collection)
    }

    /// Returns the members of an album. Later versions don't have them in the album, but in a search.
    private func members(
        of album: ImmichAlbum, _ pages: ImmichPages
    ) throws(SourceError) -> [ImmichAlbum.Member] {
        let answer: (elements: [ImmichAlbum.Member], value: ImmichAlbum) = try pages.connection.list(
            ImmichRequest("albums/\(album.identifier.text)", permission: "album.read"), at: ["assets"],
            limit: Self.memberLimit
        ) { try? JSONDecoder().decode(ImmichAlbum.Member.self, from: $0) }
        let count = answer.value.count ?? album.count ?? 0
        guard answer.elements.isEmpty, count > 0 else { return answer.elements }
        var members: [ImmichAlbum.Member] = []
        do {
            try pages.forEachMember(ofAlbum: album.identifier) { member in
                members.append(member)
                return members.count < Self.memberLimit
            }
        } catch {
            throw error as? SourceError ?? SourceError(.unreadable, "\(error)")
        }
        return members
    }
}
