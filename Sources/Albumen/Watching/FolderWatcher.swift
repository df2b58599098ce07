import Catalog
import Dispatch
import Foundation
import PhotoLibrary
import Synchronization
import SystemPackage

/// Imports the new and changed files of folders by themselves, on a thread of its own: those of the library's list, and
/// others that the user named for this run.
///
/// Any thread can use it.
package final class FolderWatcher: Sendable {
    private let library: Library
    private let folders: [String]
    private let makesAlbums: Bool
    private let timing: WatchTiming
    private let watchLimit: Int
    private let tell: @Sendable (WatchNotice) -> Void
    private let bell: WatchBell
    private let ending = DispatchSemaphore(value: 0)
    private let lock = Mutex<WatchLock?>(nil)

    /// - Parameters:
    ///   - folders: The paths of folders beside those of the list.
    ///   - makesAlbums: Whether the files of each folder within these go to an album of their own.
    ///   - watchLimit: The most folders that the kernel notifies of, for tests.
    ///   - tell: Called with notices, on the thread. It must not block for long.
    /// - Throws: `WatchError` if one of the folders can't be watched, or if the system has no descriptors.
    package init(
        of library: Library, folders: [String] = [], makesAlbums: Bool = false, timing: WatchTiming = WatchTiming(),
        watchLimit: Int = .max, telling tell: @escaping @Sendable (WatchNotice) -> Void
    ) throws {
        self.library = library
        self.folders = try folders.map { try WatchPlace($0, in: library).path }
        self.makesAlbums = makesAlbums
        self.timing = timing
        self.watchLimit = watchLimit
        self.tell = tell
        bell = try WatchBell()
    }

    /// Takes the lock of the process that watches the library's folders. Without this call, the thread waits for it.
    ///
    /// - Throws: `WatchError` with the code `busy` if another process has it.
    package func claim() throws {
        let taken = try WatchLock(of: library)
        lock.withLock { $0 = taken }
    }

    package func start() {
        let thread = Thread { [self] in
            run()
            lock.withLock { $0 = nil }
            ending.signal()
        }
        thread.name = "albumen.folders"
        thread.start()
    }

    /// Asks the thread to stop, and returns at once. A running import ends after the files in progress.
    package func cancel() {
        bell.end()
    }

    /// Stops, and waits for at most two seconds.
    ///
    /// - Returns: Whether it has ended. Otherwise, the library can't be closed yet.
    package func stop() -> Bool {
        cancel()
        return ending.wait(timeout: .now() + 2) == .success
    }

    /// Waits until the thread has ended.
    package func wait() {
        ending.wait()
        ending.signal()
    }

    private func run() {
        // The list can also change by other processes.
        let subscription: ChangeFeed.Subscription?
        do {
            subscription = try library.changes.subscribeToBell { [bell] in bell.ring() }
        } catch {
            subscription = nil
            tell(.problem("\(error) So changes of the list have an effect at the next start.", folder: nil))
        }
        defer { subscription?.cancel() }
        guard waitForFolders(), waitForLock() else { return }
        WatchLoop(
            of: library, folders: folders, makesAlbums: makesAlbums, timing, watchLimit: watchLimit, bell: bell, tell
        ).run()
    }

    /// Returns when there is a folder to watch. Until then, this process needs no lock.
    ///
    /// - Returns: Whether there is one. Otherwise, the watch was stopped.
    private func waitForFolders() -> Bool {
        while folders.isEmpty, !bell.isEnded {
            do {
                if try library.catalog.read({ try !$0.watchedFolders().isEmpty }) { return true }
                bell.wait(until: nil, [])
            } catch {
                tell(.problem("The list of watched folders can't be read: \(error)", folder: nil))
                bell.wait(until: .now + timing.longestRetry, [])
            }
        }
        return !bell.isEnded
    }

    /// Returns whether this process has the lock. Otherwise, the watch was stopped.
    private func waitForLock() -> Bool {
        var hasTold = false
        while !bell.isEnded {
            if lock.withLock({ $0 != nil }) { return true }
            do {
                try claim()
                return true
            } catch {
                if !hasTold { tell(.problem("\(error)", folder: nil)) }
                hasTold = true
                bell.wait(until: .now + timing.lockRetry, [])
            }
        }
        return false
    }
}
