internal import Foundation
internal import Records
internal import SystemPackage

/// The library of one user of an Immich server.
final class ImmichSource: PhotoSource {
    let key: SourceKey
    let summary: String
    let itemCount: Int
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    let unreadableParts: [(path: String, reason: String)]
    private let pages: ImmichPages
    private let files: ImmichFiles
    private let options: ImmichOptions
    private let user: ImmichIdentifier
    private let tags: ImmichTags
    private let stacks: ImmichStacks
    private let motionVideos: ImmichMotionVideos
    /// Items of others that are only in albums.
    private let foreign: [ImmichIdentifier]

    private struct User: Decodable {
        let id: String?
        let name: String?
    }

    init(_ connection: ImmichConnection, options: ImmichOptions, pageSize: Int) throws(SourceError) {
        self.options = options
        let version = try Self.version(connection)
        let request = ImmichRequest("users/me", permission: "user.read")
        let person: User = try connection.value(request)
        guard let user = ImmichIdentifier(person.id) else {
            throw ImmichFailure.notImmich.sourceError(connection.address, request)
        }
        self.user = user
        key = SourceKey(kind: .immich, identifier: user.text)
        summary =
            "Immich \(version.text) at \(connection.address.host)"
            + (ImmichText.line(person.name).map { ", library of \($0)" } ?? "")
        let pages = ImmichPages(connection: connection, version: version, pageSize: pageSize)
        self.pages = pages
        files = ImmichFiles(connection)
        motionVideos = ImmichMotionVideos(pages)
        let albums = try ImmichAlbums(pages, user: user, options: options)
        let tags = try ImmichTags(pages)
        let stacks = try ImmichStacks(connection)
        (self.tags, self.stacks) = (tags, stacks)
        collections = albums.collections
        let count = try Self.count(pages, foreign: albums.foreign)
        itemCount = count.items + count.foreign.count
        foreign = count.foreign.sorted()
        var others = albums.others
        if count.unreadable > 0 {
            others.append(
                ("Items", SourceDifference(.photos, .unreadable, detail: "\(count.unreadable) without an identity")))
        }
        if version >= .visibility {
            let detail = "Immich keeps it from API keys"
            others.append(("Locked folder", SourceDifference(.otherFiles, .unsupported, detail: detail)))
        }
        otherDifferences = others
        let problems = [("Tags", tags.problem), ("Stacks", stacks.problem)]
        unreadableParts =
            albums.unreadableParts + problems.compactMap { name, problem in problem.map { (name, $0) } }
    }

    private static func version(_ connection: ImmichConnection) throws(SourceError) -> ImmichVersion {
        let version: ImmichVersion
        do throws(SourceError) {
            version = try connection.value(ImmichRequest("server/version", permission: "server.about"))
        } catch {
            guard error.code == .unsupported else { throw error }
            // The name before version 1.107.
            version = try connection.value(ImmichRequest("server-info/version", permission: "server.about"))
        }
        guard version >= .oldest else {
            throw SourceError(
                .unsupported,
                """
                The Immich server \(connection.address.text) has version \(version.text). Update it to version \
                \(ImmichVersion.oldest.text) or later.
                """)
        }
        return version
    }

    /// Counts the items, and returns the items of others that aren't among them.
    private static func count(
        _ pages: ImmichPages, foreign: Set<ImmichIdentifier>
    ) throws(SourceError) -> (items: Int, unreadable: Int, foreign: Set<ImmichIdentifier>) {
        var (count, rest) = (0, foreign)
        do {
            let unreadableCount = try pages.forEachHead { head in
                count += 1
                rest.remove(head.identifier)
                return true
            }
            return (count, unreadableCount, rest)
        } catch {
            throw error as? SourceError ?? SourceError(.unreadable, "\(error)")
        }
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        var isWanted = true
        try pages.forEachAsset { asset in
            isWanted = try body(item(asset))
            return isWanted
        }
        for identifier in foreign where isWanted {
            if let asset = try pages.asset(identifier) {
                isWanted = try body(item(asset))
            } else {
                var item = SourceItem(identifier: identifier.text, name: identifier.text, isVideo: false)
                item.exclusion = .absent
                isWanted = try body(item)
            }
        }
    }

    private func item(_ asset: ImmichAsset) throws -> SourceItem {
        var item = SourceItem(identifier: asset.identifier.text, name: asset.name, isVideo: asset.isVideo)
        asset.setFacts(
            of: &item, keywords: tags.values(of: asset.identifier), stack: stacks[asset.identifier] ?? asset.stack,
            options)
        if let exclusion = exclusion(of: asset) {
            item.exclusion = exclusion
            item.exclusionDetail = ImmichText.path(asset.path, of: pages.connection.address.host)
            return item
        }
        let original = ImmichOriginal(asset)
        guard let file = try file(original, type: asset.isVideo ? .video : .photo) else {
            item.exclusion = .absent
            item.exclusionDetail = ImmichText.path(asset.path, of: pages.connection.address.host)
            return item
        }
        guard file.size > 0 else {
            item.exclusion = .empty
            return item
        }
        item.originals = [file]
        if let motion = asset.motionVideo, !asset.isVideo { try addVideo(motion, to: &item) }
        return item
    }

    private func exclusion(of asset: ImmichAsset) -> SourceDifference.Reason? {
        if let owner = asset.owner, owner != user, !options.bringsShared { return .shared }
        if asset.isTrashed, !options.bringsTrashed { return .trashed }
        if asset.isLocked || !["IMAGE", "VIDEO"].contains(asset.type) { return .unsupported }
        return asset.isOffline ? .absent : nil
    }

    private func addVideo(_ identifier: ImmichIdentifier, to item: inout SourceItem) throws {
        let video = try motionVideos.video(identifier)
        if let video, !video.isAbsent, let file = try file(video, type: .pairedVideo) {
            guard file.size > 0 else {
                item.differences.append(SourceDifference(.livePhotos, .empty, detail: video.name))
                return
            }
            item.originals.append(file)
        } else {
            item.differences.append(SourceDifference(.livePhotos, .absent, detail: video?.name ?? identifier.text))
        }
    }

    /// Returns `nil` if the server doesn't have the file.
    private func file(_ original: ImmichOriginal, type: ResourceType) throws -> SourceFile? {
        guard let size = try original.size ?? files.size(of: original.asset) else { return nil }
        let place = ImmichFiles.Identity(asset: original.asset, sha1: original.sha1)
        return SourceFile(
            type: type, path: FilePath(ImmichText.path(original.path, of: pages.connection.address.host)),
            member: .remote(RemoteFile(place.text, of: files)), name: original.name, size: size,
            modificationTime: original.modificationTime, identity: nil)
    }

    func close() {}
}
