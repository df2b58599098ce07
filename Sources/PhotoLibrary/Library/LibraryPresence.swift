import Foundation
import SystemCalls
import SystemPackage

/// Checks whether a library's folder is still where it was when it was opened.
struct LibraryPresence: Sendable {
    private let folder: URL
    private let libraryIdentifier: String
    private let identity: Stat.Identity?

    init(of folder: URL, libraryIdentifier: String) {
        self.folder = folder
        self.libraryIdentifier = libraryIdentifier
        // A folder whose status can't be read is never reported as absent.
        identity = (try? Stat(folder.path))?.identity
    }

    /// Returns the reason why the folder is missing, or `nil` if it exists. Makes one system call if it exists.
    func absence() -> LibraryError? {
        guard let identity else { return nil }
        do throws(Errno) {
            return try Stat(folder.path).identity == identity ? nil : replacement()
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: return isVolumeThere(identity.device) ? moved : offline
            case .ioError, .operationNotSupportedByDevice, .noSuchAddressOrDevice, .staleNFSFileHandle: return offline
            // The folder may exist even if its status can't be read.
            default: return nil
            }
        }
    }

    private func replacement() -> LibraryError {
        let identifier: String?
        do {
            identifier = try LibraryDescription.read(from: folder)?.identifier
        } catch {
            return moved
        }
        guard let identifier, identifier != libraryIdentifier else { return moved }
        return LibraryError(
            .libraryReplaced,
            "Another library is in \(folder.path) now. Start again to use it, or put the old one back.")
    }

    /// Whether the nearest existing ancestor of the folder is on the same volume.
    private func isVolumeThere(_ device: UInt64) -> Bool {
        var ancestor = folder
        while ancestor.path != "/" {
            ancestor.deleteLastPathComponent()
            if let status = try? Stat(ancestor.path) { return status.identity.device == device }
        }
        return false
    }

    private var moved: LibraryError {
        LibraryError(
            .libraryMoved,
            "The library is no longer in \(folder.path): it was moved or deleted. Put it back, or name its new place "
                + "with ALBUMEN_LIBRARY, and start again.")
    }

    private var offline: LibraryError {
        LibraryError(
            .volumeOffline, "The volume of the library \(folder.path) is away. Connect it and start again.")
    }
}
