internal import Foundation
internal import Records
internal import SystemPackage

/// Apple's export of iCloud Photos.
///
/// An item is identified by its name and its size, because names repeat and an export has no other identity.
final class AppleExportSource: PhotoSource {
    private struct Item {
        var identifier: String
        var part: Int
        var name: String
        var video: String?
        var row: AppleExportRow?
        var isAmbiguous = false
    }

    /// The number of differences that are listed by name.
    private static let listLimit = 10_000

    let key: SourceKey
    let summary: String
    let collections: [SourceCollection]
    let otherDifferences: [(name: String, difference: SourceDifference)]
    let unreadableParts: [(path: String, reason: String)]
    private let parts: [ContainedFiles]
    private let items: [Item]
    private let options: AppleDataExportOptions

    var itemCount: Int { items.count }

    init(_ parts: [ContainedFiles], options: AppleDataExportOptions) throws(SourceError) {
        (self.parts, self.options) = (parts, options)
        key = SourceKey(kind: .appleExport, identifier: options.account.isEmpty ? "default" : options.account)
        summary = parts.count == 1 ? "Apple data export" : "Apple data export in \(parts.count) parts"
        let tables = try AppleExportTables(parts)
        unreadableParts = tables.unreadableParts
        let items = Self.items(parts, tables)
        self.items = items
        let names = Dictionary(grouping: items, by: { Self.key($0.name) })
        var others: [(name: String, difference: SourceDifference)] = []
        for name in tables.rows.keys.sorted() where names[name] == nil {
            others.append((name, SourceDifference(Self.isVideo(name) ? .videos : .photos, .absent)))
        }
        collections = Self.albums(tables, names, &others)
        for files in parts {
            for path in AppleDataExport.csvFiles(in: AppleDataExport.memories, of: files) {
                others.append((path, SourceDifference(.albums, .unsupported)))
            }
        }
        if others.count > Self.listLimit {
            let count = others.count - Self.listLimit
            others.removeLast(count)
            others.append(
                (summary, SourceDifference(.otherFiles, .absent, detail: "\(count) more lines without a file")))
        }
        otherDifferences = others
    }

    /// Returns the albums. A name that several items have doesn't tell which of them is in an album.
    private static func albums(
        _ tables: AppleExportTables, _ items: [String: [Item]],
        _ differences: inout [(name: String, difference: SourceDifference)]
    ) -> [SourceCollection] {
        tables.albums.sorted { $0.key < $1.key }.map { title, names in
            var album = SourceCollection(identifier: title, kind: .album, title: title)
            var known: Set<String> = []
            for name in names {
                let found = items[name] ?? []
                if found.count == 1 {
                    let identifier = found[0].identifier
                    if known.insert(identifier).inserted { album.members.append(identifier) }
                } else {
                    let reason: SourceDifference.Reason = found.isEmpty ? .itemNotBrought : .contradiction
                    differences.append((title, SourceDifference(.memberships, reason, detail: name)))
                }
            }
            return album
        }
    }

    private static func key(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    private static func isVideo(_ name: String) -> Bool { FileExtensions.isVideo(name) }

    /// Finds the files, and the row of each. A row belongs to a file if both names occur once, in all parts or in one.
    private static func items(_ parts: [ContainedFiles], _ tables: AppleExportTables) -> [Item] {
        var names: [[String]] = []
        var counts: [String: Int] = [:]
        for files in parts {
            let found = files.names(in: AppleDataExport.photos, startingWith: "").filter {
                !$0.hasPrefix(".") && ForeignValue.split($0).ending.lowercased() != "csv"
            }
            names.append(found)
            for name in found { counts[key(name), default: 0] += 1 }
        }
        var items: [Item] = []
        var known: [String: Int] = [:]
        for (part, names) in names.enumerated() {
            // A video without a row of its own is the video of the photo beside it.
            var videos: [String: String] = [:]
            for name in names where isVideo(name) && tables.rows[key(name)] == nil {
                videos[ForeignValue.split(name).stem] = name
            }
            let stems = Set(names.lazy.filter { !isVideo($0) }.map { ForeignValue.split($0).stem })
            let paired = Set(videos.lazy.filter { stems.contains($0.key) }.map(\.value))
            for name in names {
                guard !paired.contains(name) else { continue }
                let stem = ForeignValue.split(name).stem
                let rows = tables.rows[key(name)] ?? []
                let own = rows.filter { $0.part == part }
                let row = rows.count == 1 && counts[key(name)] == 1 ? rows[0].row : own.count == 1 ? own[0].row : nil
                var size: Int64 = 0
                if case .file(_, let status) = parts[part].find("\(AppleDataExport.photos)/\(name)") {
                    size = Int64(status.size)
                }
                var identifier = "\(key(name))/\(size)"
                let number = known[identifier, default: 0]
                known[identifier] = number + 1
                if number > 0 { identifier += "/\(number)" }
                items.append(
                    Item(
                        identifier: identifier, part: part, name: name,
                        video: isVideo(name) ? nil : videos.removeValue(forKey: stem), row: row,
                        isAmbiguous: row == nil && !rows.isEmpty))
            }
        }
        return items
    }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        for item in items {
            guard try body(sourceItem(item)) else { return }
        }
    }

    private func sourceItem(_ item: Item) -> SourceItem {
        let isVideo = Self.isVideo(item.name)
        let name = ForeignValue.fileName(item.name) ?? item.identifier
        var result = SourceItem(identifier: item.identifier, name: name, isVideo: isVideo)
        let path = "\(AppleDataExport.photos)/\(item.name)"
        let found = parts[item.part].find(path)
        if let file = found.sourceFile(isVideo ? .video : .photo, named: name) { result.originals = [file] }
        if let video = item.video {
            let file = parts[item.part].find("\(AppleDataExport.photos)/\(video)")
                .sourceFile(.pairedVideo, named: ForeignValue.fileName(video) ?? video)
            result.originals += file.map { [$0] } ?? []
            if file == nil { result.differences.append(SourceDifference(.livePhotos, .unreadable)) }
        }
        if let row = item.row {
            result.facts.isFavorite = row.isFavorite
            result.facts.isHidden = row.isHidden
            result.facts.addedDate = row.importDate
            if let date = row.creationDate {
                result.facts.capture = .known(SourceFacts.Capture(date: date, utcOffset: nil))
                result.hasMomentOnly = true
            }
            result.isTrashed = row.isDeleted == true
        }
        if item.isAmbiguous {
            result.differences.append(
                SourceDifference(.dates, .contradiction, detail: "several photos have the name \(name)"))
        }
        if let problem = found.problem { (result.exclusion, result.exclusionDetail) = (problem, path) }
        if result.isTrashed, !options.bringsTrashed { (result.exclusion, result.exclusionDetail) = (.trashed, nil) }
        return result
    }

    func close() {}
}
