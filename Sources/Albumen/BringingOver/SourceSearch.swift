package import Foundation
import PhotoLibrary
import PhotoSources
package import Records
import SystemCalls
import SystemPackage

/// Looks for libraries and exports of other programs, and cards of cameras, where people usually have them: in the home
/// folder, and on the disks that are mounted.
package struct SourceSearch {
    /// A source that was found, or a card.
    package struct Candidate: Sendable, Equatable {
        /// Where it is, for people.
        package var path: String
        /// The paths of an import of it.
        package var paths: [String]
        /// The program, or `nil` for the card of a camera.
        package var kind: SourceKind?

        init(path: FilePath, paths: [FilePath] = [], kind: SourceKind?) {
            self.path = path.text
            self.paths = paths.isEmpty ? [path.text] : paths.map(\.text)
            self.kind = kind
        }
    }

    /// Where the search starts.
    private let roots: [FilePath]
    /// Files that are known by their places.
    private let files: [FilePath]
    private let ownLibrary: Stat.Identity?
    private let folderLimit: Int
    private let depthLimit: Int

    /// - Parameters:
    ///   - home: The user's home folder.
    ///   - mounts: Folders that contain a folder for each mounted disk.
    ///   - library: The folder of the library that is open, which is no source.
    ///   - folderLimit: The most folders that are read.
    ///   - depthLimit: The most folders between a root and a source.
    package init(
        home: URL, mounts: [URL], excluding library: URL, folderLimit: Int = 4_000, depthLimit: Int = 4
    ) {
        let home = FilePath(home.path(percentEncoded: false))
        let pictures = ["Pictures", "Downloads"].map { home.appending($0) }
        roots = pictures + mounts.map { FilePath($0.path(percentEncoded: false)) } + [home]
        files = [home.appending(".local/share/shotwell/data/photo.db")]
        ownLibrary = (try? Stat(FilePath(library.path(percentEncoded: false))))?.identity
        (self.folderLimit, self.depthLimit) = (folderLimit, depthLimit)
    }

    /// The search on this machine, as the user who runs the program.
    package static func ofThisMachine(excluding library: URL) -> SourceSearch {
        let user = NSUserName()
        return SourceSearch(
            home: LibraryLocation.home(),
            mounts: ["/media/\(user)", "/run/media/\(user)", "/media", "/mnt"].map { URL(fileURLWithPath: $0) },
            excluding: library)
    }

    /// Returns what was found, folders near a root first. `isComplete` is `false` if there were too many folders.
    ///
    /// Doesn't follow symbolic links, and enters no hidden folders, sources, or folders of other programs.
    /// - Complexity: O(*n*) for *n* names in the folders, of which there are at most `folderLimit`.
    package func run() -> (candidates: [Candidate], isComplete: Bool) {
        var candidates: [Candidate] = []
        for file in files {
            if let kind = SourceFinder.kind(of: file) { candidates.append(Candidate(path: file, kind: kind)) }
        }
        var seen: Set<Stat.Identity> = ownLibrary.map { [$0] } ?? []
        var waiting = roots.map { (path: $0, depth: 0) }
        var next = 0
        var count = 0
        while next < waiting.count {
            let (path, depth) = waiting[next]
            next += 1
            guard let status = try? Stat(path, flags: .symlinkNoFollow), status.isFolder,
                seen.insert(status.identity).inserted
            else { continue }
            guard count < folderLimit else { return (candidates, false) }
            count += 1
            if let kind = SourceFinder.kind(of: path) {
                candidates.append(Candidate(path: path, kind: kind))
                continue
            }
            let names = Set((try? OpenFolder(at: path).textNames()) ?? [])
            if names.contains("DCIM") {
                candidates.append(Candidate(path: path, kind: nil))
                continue
            }
            let name = path.lastComponent?.string ?? ""
            guard depth == 0 || ForeignFolder(name: name, contains: names.contains) == nil else { continue }
            let sorted = names.sorted()
            let archives = sorted.filter(Takeout.isArchive).map { path.appending($0) }
            if !archives.isEmpty { candidates.append(Candidate(path: path, paths: archives, kind: .googleTakeout)) }
            candidates += sorted.compactMap { Self.catalog(at: path.appending($0)) }
            if names.contains("Takeout") {
                candidates.append(Candidate(path: path.appending("Takeout"), kind: .googleTakeout))
            }
            guard depth < depthLimit else { continue }
            waiting += sorted.filter { !$0.hasPrefix(".") && $0 != "Takeout" }.map { (path.appending($0), depth + 1) }
        }
        return (candidates, true)
    }

    private static func catalog(at path: FilePath) -> Candidate? {
        guard let ending = path.lastComponent?.extension?.lowercased(), ["db", "lrcat"].contains(ending) else {
            return nil
        }
        return SourceFinder.kind(of: path).map { Candidate(path: path, kind: $0) }
    }
}
