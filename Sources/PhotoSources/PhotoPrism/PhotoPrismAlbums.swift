internal import Foundation
internal import SystemCalls

/// The albums of PhotoPrism: a YAML file for each one, in a folder for each kind.
struct PhotoPrismAlbums {
    private static let albumLimit = 200_000
    private static let memberLimit = 5_000_000

    private struct Member {
        var identifier: String
        var position: Double
        var added: String
    }

    private struct Album {
        var collection: SourceCollection
        /// The name of the order in which PhotoPrism shows the members.
        var order: String
        var members: [Member]
    }

    private var albums: [Album] = []
    private(set) var others: [(name: String, difference: SourceDifference)] = []
    private(set) var unreadableParts: [(path: String, reason: String)] = []

    /// Reads the albums. If there is a folder `albums`, PhotoPrism doesn't use the one in the backups.
    init(_ tree: PhotoPrismTree) {
        var known: Set<String> = []
        var (count, memberCount) = (0, 0)
        for start in ["albums/", "backup/albums/"] {
            tree.forEachFolder(below: start) { folder in
                if let problem = folder.problem { unreadableParts.append((folder.path.text, problem)) }
                guard let folderPath = folder.relativePath else { return .enterFolders }
                for stem in folder.stems {
                    count += 1
                    guard count <= Self.albumLimit else {
                        unreadableParts.append((folder.path.text, "there are more than \(Self.albumLimit) albums"))
                        return .stop
                    }
                    let path = start + folderPath + stem + ".yml"
                    do throws(YAMLDocument.Failure) {
                        let document = try PhotoPrismAlbumDocument(
                            tree.contents(path, limit: PhotoPrismAlbumDocument.limit))
                        try add(document, path: path, folder: folderPath, &known, &memberCount)
                    } catch {
                        others.append((path, SourceDifference(.albums, .unreadable, detail: "\(error)")))
                    }
                }
                return .enterFolders
            }
        }
    }

    private mutating func add(
        _ file: PhotoPrismAlbumDocument, path: String, folder: String, _ known: inout Set<String>,
        _ memberCount: inout Int
    ) throws(YAMLDocument.Failure) {
        let document = file.head
        guard let identifier = PhotoPrismValue.identifier(document.text("UID")) else {
            others.append((path, SourceDifference(.albums, .unreadable, detail: "no UID")))
            return
        }
        guard !known.contains(identifier) else { return }
        let title = ForeignValue.text(document.text("Title")) ?? ""
        let name = title.isEmpty ? identifier : title
        let kind = document.text("Type") ?? String(folder.dropLast())
        guard kind.isEmpty || kind == "album", (document.text("Filter") ?? "").isEmpty else {
            known.insert(identifier)
            others.append((name, SourceDifference(.smartAlbums, .unsupported, detail: String(kind.prefix(40)))))
            return
        }
        var collection = SourceCollection(identifier: identifier, kind: .album, title: title)
        if PhotoPrismValue.date(document.text("DeletedAt")) != nil { collection.exclusion = .trashed }
        let order = document.text("Order") ?? ""
        var members: [Member] = []
        var (invalidCount, surplus) = (0, 0)
        try file.forEachMember { photo in
            guard let photoID = PhotoPrismValue.identifier(photo["UID"]?.text) else {
                invalidCount += 1
                return
            }
            // The user removed it from the album.
            guard photo["Hidden"]?.text != "true" else { return }
            guard memberCount < Self.memberLimit else {
                surplus += 1
                return
            }
            memberCount += 1
            let position = photo["Order"]?.text.flatMap(Double.init) ?? 0
            members.append(
                Member(
                    identifier: photoID, position: position.isFinite ? position : 0,
                    added: order == "added" ? String((photo["CreatedAt"]?.text ?? "").prefix(40)) : ""))
        }
        known.insert(identifier)
        if invalidCount > 0 {
            others.append((name, SourceDifference(.memberships, .invalid, detail: "\(invalidCount) without a UID")))
        }
        if surplus > 0 {
            others.append((name, SourceDifference(.memberships, .unsupported, detail: "\(surplus) too many")))
        }
        addDifferences(document, name: name)
        albums.append(Album(collection: collection, order: order, members: members))
    }

    private mutating func addDifferences(_ document: YAMLDocument, name: String) {
        if document.text("ThumbSrc") == "manual" { others.append((name, SourceDifference(.covers, .unsupported))) }
        if document.isTrue("Favorite") {
            others.append((name, SourceDifference(.favorites, .unsupported, detail: "album")))
        }
        if document.isTrue("Private") {
            others.append((name, SourceDifference(.hidden, .unsupported, detail: "album")))
        }
        for key in ["Caption", "Description", "Notes", "Category", "Location"]
        where ForeignValue.text(document.text(key)) != nil {
            let fact: SourceDifference.Fact = key == "Location" ? .placeNames : .captions
            others.append((name, SourceDifference(fact, .unsupported, detail: "\(key.lowercased()) of the album")))
        }
    }

    /// The members of albums whose order depends on the photos' dates or names.
    var sortedMembers: Set<String> {
        var identifiers: Set<String> = []
        for album in albums where Self.needsIndex(album) { identifiers.formUnion(album.members.lazy.map(\.identifier)) }
        return identifiers
    }

    private static func needsIndex(_ album: Album) -> Bool {
        ["", "oldest", "newest", "name"].contains(album.order) && album.members.count > 1
    }

    /// Returns the albums in the order of their titles, with members as PhotoPrism shows them.
    ///
    /// - Complexity: O(*n* log *n*) for *n* albums and members.
    func collections(_ index: PhotoPrismIndex) -> [SourceCollection] {
        let titles = albums.map { $0.collection.title.lowercased() }
        return albums.indices.sorted {
            (titles[$0], albums[$0].collection.identifier) < (titles[$1], albums[$1].collection.identifier)
        }.map { number in
            var collection = albums[number].collection
            var known: Set<String> = []
            collection.members = Self.sorted(albums[number], index).map(\.identifier)
                .filter { known.insert($0).inserted }
            return collection
        }
    }

    private static func sorted(_ album: Album, _ index: PhotoPrismIndex) -> [Member] {
        let members = album.members
        func sorted<Key: Comparable>(_ keys: [Key], isAscending: Bool = true) -> [Member] {
            members.indices.sorted { left, right in
                if keys[left] == keys[right] { return members[left].identifier < members[right].identifier }
                return isAscending == (keys[left] < keys[right])
            }.map { members[$0] }
        }
        // Positions by hand beat the order of the album.
        if members.contains(where: { $0.position != 0 }) { return sorted(members.map(\.position)) }
        switch album.order {
        case "", "oldest": return sorted(members.map { index.photos[$0.identifier]?.taken ?? "" })
        case "newest": return sorted(members.map { index.photos[$0.identifier]?.taken ?? "" }, isAscending: false)
        case "added": return sorted(members.map(\.added), isAscending: false)
        case "name": return sorted(members.map { index.photos[$0.identifier]?.path ?? "" })
        default: return members
        }
    }
}
