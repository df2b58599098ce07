internal import Foundation
internal import Records
internal import SystemPackage

/// An export of Google Photos.
///
/// Exports don't name the account, so the key is the same for all exports without `TakeoutOptions.account`: a later
/// export of the same account finds its photos and albums.
///
/// An item is identified by its title, its date and its size, which are equal in all exports, in folders and archives,
/// and in the year and the album folders. Photos that are equal in all three are identified by their bytes, too. The
/// `url` in the documents isn't used: it differs between the copies of one photo. An album is identified by the name of
/// its folder.
final class TakeoutSource: PhotoSource {
    let key: SourceKey
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]

    /// The archives. The files are in the index.
    private let listing: TakeoutListing
    let unreadableParts: [(path: String, reason: String)]
    let unknownFiles: [FilePath]
    private let spool: SourceSpool?
    private let options: TakeoutOptions
    private let reader: SourceFileReader
    private let index: TakeoutIndex

    init(_ listing: TakeoutListing, spool: SourceSpool?, options: TakeoutOptions, reader: SourceFileReader)
        throws(SourceError)
    {
        self.spool = spool
        index = try TakeoutIndex(listing, reader: reader)
        var archives = listing
        archives.folders = [:]
        (self.listing, self.options, self.reader) = (archives, options, reader)
        key = SourceKey(kind: .googleTakeout, identifier: options.account.isEmpty ? "default" : options.account)
        collections = TakeoutAlbums(index, options: options).collections
        otherDifferences = listing.differences + index.differences
        (unreadableParts, unknownFiles) = (listing.unreadableParts, index.unknownFiles + listing.repeatedFiles)
    }

    var summary: String {
        let count = listing.archives.count { !$0.isSpool }
        return switch count {
        case 0: "Google Takeout"
        case 1: "Google Takeout in an archive"
        default: "Google Takeout in \(count) archives"
        }
    }

    var itemCount: Int { index.items.count }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        for item in index.items {
            guard try body(sourceItem(item)) else { return }
        }
    }

    func close() { spool?.remove() }

    private func sourceItem(_ item: TakeoutIndex.Item) -> SourceItem {
        let first = item.copies[0]
        let name = fileName(of: first, entry: first.original)
        let isVideo = TakeoutMedia(name: first.original.name)?.isVideo ?? false
        var result = SourceItem(identifier: item.identifier, name: name, isVideo: isVideo)
        result.originals = [listing.file(first.original, type: isVideo ? .video : .photo, name: name)]
        if let video = item.copies.lazy.compactMap(\.video).first {
            let extended = TakeoutName(name).numberedStem + "." + TakeoutName(video.name).pathExtension
            result.originals.append(listing.file(video, type: .pairedVideo, name: extended))
        }
        result.edit = edit(of: item, isVideo: isVideo)
        result.exclusion = exclusion(of: item)
        result.isTrashed = isTrashed(item)
        addFacts(of: item, to: &result)
        addDifferences(of: item, to: &result)
        return result
    }

    private func fileName(of copy: TakeoutCopy, entry: TakeoutEntry) -> String {
        TakeoutTitle.fileName(title: copy.isDerived ? nil : copy.brief?.title, file: TakeoutName(entry.name))
    }

    private func edit(of item: TakeoutIndex.Item, isVideo: Bool) -> SourceEdit? {
        guard let copy = item.copies.first(where: { $0.edit != nil || $0.editedVideo != nil }) else { return nil }
        let edit = copy.edit.map { listing.file($0, type: isVideo ? .fullSizeVideo : .fullSizePhoto) }
        let video = copy.editedVideo.map { listing.file($0, type: .fullSizePairedVideo) }
        return SourceEdit(renderings: [edit, video].compactMap(\.self))
    }

    private func isTrashed(_ item: TakeoutIndex.Item) -> Bool {
        item.copies.allSatisfy { $0.brief?.isTrashed ?? false || index.folders[$0.folder].kind == .trash }
    }

    private func exclusion(of item: TakeoutIndex.Item) -> SourceDifference.Reason? {
        let kinds = item.copies.map { index.folders[$0.folder].kind }
        if isTrashed(item), !options.bringsTrashed { return .trashed }
        if item.copies[0].original.size == 0 { return .empty }
        return kinds.allSatisfy { $0 == .failedVideos } ? .unreadable : nil
    }

    /// The documents of a copy say the same in the year folder and in albums. If they don't, the first counts.
    private func addFacts(of item: TakeoutIndex.Item, to result: inout SourceItem) {
        var documents: [(name: String, document: TakeoutItemDocument)] = []
        for copy in item.copies {
            guard let entry = copy.document else { continue }
            let folder = index.folders[copy.folder].key.folder
            do {
                let data = try reader.contents(
                    of: listing.file(entry, type: .photo), limit: TakeoutDocument.byteLimit)
                guard case .item(let document)? = TakeoutDocument(data) else { continue }
                documents.append(("\(folder)/\(entry.name)", document))
            } catch {
                result.differences.append(SourceDifference(.otherFiles, .unreadable, detail: "\(error)"))
            }
        }
        guard let first = documents.first else { return }
        let facts = TakeoutFacts(first.document, options: options)
        result.facts = facts.facts
        result.hasMomentOnly = true
        result.differences += facts.differences
        for other in documents.dropFirst() {
            result.differences += facts.contradictions(
                of: TakeoutFacts(other.document, options: options), in: other.name)
        }
    }

    private func addDifferences(of item: TakeoutIndex.Item, to result: inout SourceItem) {
        if item.copies.allSatisfy(\.isAmbiguous) {
            let detail = "several photos can own this video"
            result.differences.append(SourceDifference(.livePhotos, .contradiction, detail: detail))
        }
        let edits = item.copies.compactMap(\.edit)
        if let first = edits.first {
            for edit in edits.dropFirst() where edit.size != first.size {
                result.differences.append(SourceDifference(.edits, .contradiction, detail: edit.name))
            }
        }
    }
}
