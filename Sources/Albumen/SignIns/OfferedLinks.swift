package import Foundation
import PhotoLibrary
package import Records
import SystemCalls
import SystemPackage

/// The links that programs of the owner, such as `albumen open`, make for a server that runs already.
///
/// Each link is an empty file in the user's state folder. Its name is the hash of the link's key, so the folder has no
/// secret. Only the user can write the folder, which shows the server that the owner made the link. The server removes
/// the file at the first use.
package struct OfferedLinks: Sendable {
    /// The time after which an unused link becomes invalid, in seconds.
    package static let lifetime: TimeInterval = 300
    private static let folderName = "links"

    private let folder: URL
    private let now: @Sendable () -> Date

    /// Returns `nil` if the user has no state folder.
    package init?(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        guard let state = StateFolder.url(in: environment) else { return nil }
        folder = state.appendingPathComponent(Self.folderName, isDirectory: true)
        self.now = now
    }

    /// Makes a link, and returns its key. Removes links that are too old.
    ///
    /// - Throws: `SignInError` if the folder can't be written.
    package func offer() throws -> String {
        guard StateFolder.belongsToUser(folder) else { throw unwritable("it isn't this user's") }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw unwritable(error.localizedDescription)
        }
        removeOld()
        let token = try SecretToken()
        do throws(Errno) {
            let descriptor = try SystemCall.retrying {
                open(path(of: token.digest), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
            close(descriptor)
        } catch {
            throw unwritable("\(error)")
        }
        return token.text
    }

    /// Removes a link that is used. Returns `false` if there is no link with this key, or if it's too old. If several
    /// processes try, one succeeds.
    ///
    /// - Parameter digest: The hash of the key.
    package func take(_ digest: BlobDigest) -> Bool {
        let path = path(of: digest)
        guard let folderStatus = try? Stat(folder.path), folderStatus.owner == geteuid(),
            folderStatus.modeBits & 0o022 == 0, let status = try? Stat(path, followTargetSymlink: false),
            status.isRegularFile, status.owner == geteuid()
        else { return false }
        return unlink(path) == 0 && isValid(status)
    }

    private func path(of digest: BlobDigest) -> String {
        folder.appendingPathComponent(digest.hexadecimal, isDirectory: false).path
    }

    private func isValid(_ status: Stat) -> Bool {
        // Clocks of file systems are some milliseconds behind.
        (-1..<Self.lifetime).contains(now().timeIntervalSince1970 - Double(status.modificationTime) / 1e9)
    }

    private func removeOld() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let path = folder.appendingPathComponent(name, isDirectory: false).path
            guard let status = try? Stat(path, followTargetSymlink: false), status.isRegularFile, !isValid(status)
            else { continue }
            unlink(path)
        }
    }

    private func unwritable(_ reason: String) -> SignInError {
        SignInError(.unwritable, "\(folder.path) can't be written, so there is no link: \(reason). Check the folder.")
    }
}
