import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

/// A folder that the user wants to be watched, and the state of its watch.
struct WatchedRoot {
    /// The absolute path, as the user named it.
    let path: String
    var makesAlbums: Bool
    /// Whether the folder is in the library's list.
    let isListed: Bool

    /// The path without links, or `nil` while the folder is missing.
    var place: FilePath?
    var isRemote = false
    /// The mounts around the folder at the last check.
    var mounts: [String] = []
    /// When all its files are looked at next.
    var due: ContinuousClock.Instant
    /// When the parts that send no notifications are looked at next.
    var unwatchedDue: ContinuousClock.Instant
    /// Folders in it that send no notifications.
    var unwatched: Set<FilePath> = []
    /// The paths in it that couldn't be read, which are reported once.
    var unreadable: Set<String> = []
    /// The pause before the next attempt after a failure.
    var pause: Duration
    /// The problem that was reported.
    var problem: String?

    init(path: String, makesAlbums: Bool, isListed: Bool, _ timing: WatchTiming, at now: ContinuousClock.Instant) {
        self.path = path
        self.makesAlbums = makesAlbums
        self.isListed = isListed
        due = now
        unwatchedDue = now
        pause = timing.firstRetry
    }

    /// The folders to walk instead of all, so that each folder without notifications is looked at once.
    var unwatchedTops: [FilePath] {
        unwatched.filter { folder in
            var parent = folder
            while parent.removeLastComponent() {
                if unwatched.contains(parent) { return false }
            }
            return true
        }.sorted { $0.string < $1.string }
    }

    /// Finds the folder.
    ///
    /// - Throws: The reason why it can't be read.
    mutating func find() throws(Errno) {
        place = nil
        let found = try FilePath(path).resolved()
        guard try Stat(found).isFolder else { throw .notDirectory }
        _ = try OpenFolder(at: found)
        place = found
        isRemote = found.withPlatformString { albumen_is_network_file_system($0) != 0 }
    }

    func contains(_ path: FilePath) -> Bool { place.map(path.starts(with:)) ?? false }
}
