import Foundation
import SystemPackage

/// Files that were found in watched folders, until they are complete. Decides when, by the looks that it gets.
///
/// A file is complete if two looks, `settling` apart, are equal, and if no program has it open for writing. Complete files
/// wait for others that arrive at the same time, so that the parts of a photo are imported together.
struct SettlingFiles {
    typealias Instant = ContinuousClock.Instant

    struct Key: Hashable {
        let folder: FilePath
        let name: [UInt8]

        /// The folder, and the name up to its first dot in lower case: the same for `IMG_1.CR2`, `img_1.jpg` and
        /// `IMG_1.CR2.xmp`.
        fileprivate var family: Key {
            Key(folder: folder, name: name.prefix { $0 != UInt8(ascii: ".") }.map { $0 & 0xDF })
        }
    }

    private struct Entry {
        var look: FileLook?
        var due: Instant
        var unchangedSince: Instant
        /// Whether a program has closed the file since its last change, or moved it to its place.
        var isFinished: Bool
        var isRemote: Bool
        /// The pause before the next look at a file that a program has open.
        var pause: Duration
        /// When it was complete.
        var complete: Instant?
        var isWritten = false
    }

    private let timing: WatchTiming
    private var entries: [Key: Entry] = [:]

    init(_ timing: WatchTiming) {
        self.timing = timing
    }

    var count: Int { entries.count }

    /// Notes that a file was found or has changed.
    ///
    /// - Parameters:
    ///   - isFinished: Whether a program has closed the file after writing, or moved it there.
    ///   - isRemote: Whether the file is on a network file system.
    mutating func note(_ key: Key, isFinished: Bool, isRemote: Bool, at now: Instant) {
        let known = entries[key]
        entries[key] = Entry(
            look: known?.look, due: now, unchangedSince: now, isFinished: isFinished, isRemote: isRemote,
            pause: timing.settling)
    }

    /// Looks at the files whose turn it is.
    ///
    /// - Parameters:
    ///   - look: Returns `nil` if the file doesn't exist any more, or if nobody would import it.
    ///   - use: Returns whether a program writes the file. Only called for files that have settled.
    mutating func look(at now: Instant, _ look: (Key) -> FileLook?, use: (Key) -> FileLook.Use) {
        for (key, entry) in entries where entry.complete == nil && entry.due <= now {
            guard let seen = look(key) else {
                entries[key] = nil
                continue
            }
            entries[key] = judge(entry, seen, at: now) { use(key) }
        }
    }

    private func judge(_ entry: Entry, _ seen: FileLook, at now: Instant, use: () -> FileLook.Use) -> Entry {
        var entry = entry
        let settling = entry.isRemote ? timing.longSettling : timing.settling
        if seen != entry.look {
            entry.look = seen
            entry.unchangedSince = now
        }
        guard now - entry.unchangedSince >= settling else {
            entry.due = entry.unchangedSince + settling
            return entry
        }
        switch use() {
        case .idle: entry.complete = now
        case .written:
            entry.isWritten = true
            entry.due = now + entry.pause
            entry.pause = min(entry.pause * 2, timing.longestPause)
        case .unknown where entry.isFinished || now - entry.unchangedSince >= timing.longSettling:
            entry.complete = now
        case .unknown: entry.due = entry.unchangedSince + timing.longSettling
        }
        return entry
    }

    /// When the next look or batch is due, or `nil` if there are no files.
    ///
    /// - Complexity: O(*n*) for *n* files.
    func nextDue(after now: Instant) -> Instant? {
        entries.values.map { entry in
            guard let complete = entry.complete else { return entry.due }
            return [1, 2].map { complete + timing.longestWait * $0 }.first { $0 > now } ?? now
        }.min()
    }

    /// Removes and returns complete files that are to be imported now, in the order of their names.
    ///
    /// They wait while others settle, at most for `longestWait`, and twice as long for a file of the same family. Files that a
    /// program has open for long don't keep others waiting.
    ///
    /// - Complexity: O(*n* log *n*) for *n* files.
    mutating func takeBatch(at now: Instant, limit: Int) -> [(key: Key, look: FileLook)] {
        var (first, isSettling, complete) = (now, false, 0)
        var growing: Set<Key> = []
        for (key, entry) in entries {
            if let time = entry.complete {
                complete += 1
                first = min(first, time)
            } else {
                growing.insert(key.family)
                if !entry.isWritten { isSettling = true }
            }
        }
        guard complete > 0, !isSettling || complete >= limit || now - first >= timing.longestWait else { return [] }
        var batch: [(key: Key, look: FileLook)] = []
        for (key, entry) in entries {
            guard let time = entry.complete, let look = entry.look,
                !growing.contains(key.family) || now - time >= timing.longestWait * 2
            else { continue }
            batch.append((key, look))
        }
        batch.sort { one, other in
            (one.key.folder.string, one.look.file.name) < (other.key.folder.string, other.look.file.name)
        }
        batch = Array(batch.prefix(limit))
        for (key, _) in batch { entries[key] = nil }
        return batch
    }
}
