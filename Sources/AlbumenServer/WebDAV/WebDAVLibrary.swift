import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records
import Synchronization

/// The library as folders of originals, for senders that may read it: by year and month, and by album. Hidden photos and
/// Recently Deleted aren't in it.
///
/// A listing reads the folder that is listed. The files of the last few folders stay in memory for one state of the
/// library, so that a program that copies a folder doesn't list it again for each file.
final class WebDAVLibrary: Sendable {
    static let name = "library"
    private static let years = "Years"
    private static let albums = "Albums"
    private static let undated = "Undated"
    private static let cacheLimit = 8

    /// A folder.
    enum Folder: Hashable, Sendable {
        case top, years
        case year(Int)
        /// The photos of a month, or those without a date for `nil`.
        case month(Month?)
        /// The albums and folders in a folder, or at the top for `nil`.
        case albums(Int64?)
        case album(Int64)
    }

    struct Month: Hashable, Sendable {
        let year: Int
        let month: Int
    }

    enum Node: Sendable {
        case folder(Folder, name: String)
        case file(DownloadArchive.File)

        var name: String {
            switch self {
            case .folder(_, let name): name
            case .file(let file): file.name
            }
        }
    }

    private struct Entry {
        let folder: Folder
        let version: Int64
        let files: [DownloadArchive.File]
        let byName: [String: Int]
    }

    private let library: Library
    private let timelines: TimelineCache
    private let cache = Mutex<[Entry]>([])

    init(_ library: Library, _ timelines: TimelineCache) { (self.library, self.timelines) = (library, timelines) }

    var view: LibraryView { library.view(for: .owner(through: "webdav")) }

    /// Returns the file or folder of a path, or `nil` if there is none. Blocks.
    func node(_ names: [String]) throws -> Node? {
        var folder = Folder.top
        var name = Self.name
        for (index, part) in names.enumerated() {
            if let files = try entry(of: folder) {
                guard index == names.count - 1, let position = files.byName[part] else { return nil }
                return .file(files.files[position])
            }
            guard let next = try folders(in: folder).first(where: { $0.name == part }) else { return nil }
            (folder, name) = (next.folder, part)
        }
        return .folder(folder, name: name)
    }

    /// Returns what is in a folder. Blocks.
    func members(of folder: Folder) throws -> [Node] {
        if let entry = try entry(of: folder) { return entry.files.map { .file($0) } }
        return try folders(in: folder).map { .folder($0.folder, name: $0.name) }
    }

    // MARK: Folders

    private func folders(in folder: Folder) throws -> [(name: String, folder: Folder)] {
        switch folder {
        case .top: return [(Self.years, .years), (Self.albums, .albums(nil))]
        case .years:
            let months = try months()
            let years = Set(months.compactMap { $0.month?.year }).sorted()
            let undated = months.contains { $0.month == nil } ? [(Self.undated, Folder.month(nil))] : []
            return years.map { (String(format: "%04d", $0), .year($0)) } + undated
        case .year(let year):
            let months = Set(try months().compactMap(\.month).filter { $0.year == year }.map(\.month)).sorted()
            return months.map { (String(format: "%02d", $0), .month(Month(year: year, month: $0))) }
        case .albums(let parent):
            let view = view
            let children =
                try parent.map { try view.children(ofFolder: $0) } ?? view.topLevelCollections()
            var taken: Set<String> = []
            return children.filter { $0.kind == .folder || $0.subtype == .albumRegular }.map { child in
                let name = Self.folderName(child.title, &taken)
                return (name, child.kind == .folder ? .albums(child.id) : .album(child.id))
            }
        case .month, .album: return []
        }
    }

    /// Returns a title as a name that no other folder beside it has, also where the case doesn't count.
    private static func folderName(_ title: String, _ taken: inout Set<String>) -> String {
        let printable = title.unicodeScalars.map { scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? "_" : Character(scalar)
        }
        let trimmed = String(printable).precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
        let stem = [".", "..", ""].contains(trimmed) ? "Untitled" : String(trimmed.prefix(100))
        var (name, number) = (stem, 2)
        while !taken.insert(name.lowercased()).inserted {
            name = "\(stem) (\(number))"
            number += 1
        }
        return name
    }

    // MARK: Months

    private func timeline() throws -> Timeline { try timelines.current(.library, order: .newest, in: view) }

    private func months() throws -> [(month: Month?, ranks: Range<Int>)] {
        let timeline = try timeline()
        guard let months = try view.months(of: timeline) else { throw Refusal.libraryChanged }
        let ends = months.dropFirst().map(\.rank) + [timeline.identifiers.count]
        return zip(months, ends).map { month, end in
            (month.day.map { Self.month(ofDay: $0) }, month.rank..<end)
        }
    }

    private static func month(ofDay day: Int) -> Month {
        let parts = calendar.dateComponents(
            [.year, .month], from: Date(timeIntervalSince1970: Double(day) * 86_400))
        return Month(year: parts.year ?? 0, month: parts.month ?? 1)
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    // MARK: Files

    /// Returns the files of a folder of files, or `nil` for a folder of folders.
    private func entry(of folder: Folder) throws -> Entry? {
        switch folder {
        case .top, .years, .year, .albums: return nil
        case .month, .album: break
        }
        let version = try view.version()
        if let known = cache.withLock({ $0.last { $0.folder == folder && $0.version == version } }) { return known }
        let files = try files(of: rows(of: folder))
        let entry = Entry(
            folder: folder, version: version, files: files,
            byName: Dictionary(files.enumerated().map { ($1.name, $0) }) { first, _ in first })
        cache.withLock { cache in
            cache.removeAll { $0.folder == folder || $0.version < version }
            cache.append(entry)
            if cache.count > Self.cacheLimit { cache.removeFirst() }
        }
        return entry
    }

    private func rows(of folder: Folder) throws -> [Int64] {
        switch folder {
        case .album(let album): return Array(try timelines.current(.album(album), in: view).identifiers)
        case .month(let month):
            let timeline = try timeline()
            return try months().filter { $0.month == month }.flatMap { part in
                part.ranks.map { timeline.identifiers[$0] }
            }
        case .top, .years, .year, .albums: return []
        }
    }

    /// Photos whose files are missing are left out.
    private func files(of rows: [Int64]) throws -> [DownloadArchive.File] {
        let view = view
        let assets = try view.assets(withIdentifiers: rows)
        let uuids = rows.compactMap { assets[$0]?.uuid }
        do {
            return try DownloadArchive(of: uuids, in: view).files
        } catch let error as LibraryError where error.code == .missingBytes || error.code == .notFound {
            let present = uuids.filter { (try? DownloadArchive(of: [$0], in: view)) != nil }
            return try DownloadArchive(of: present, in: view).files
        }
    }
}

extension Refusal {
    fileprivate static let libraryChanged = Refusal(
        status: .serviceUnavailable, code: "unavailable", message: "The library has changed meanwhile. Try again.",
        headers: [.retryAfter: "1"])
}
