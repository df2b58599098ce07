package import BlobStore
import Catalog
import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// The library's connection to its place. Any thread can use it.
///
/// Other processes connect and disconnect the library, so each use looks whether `cloud.json` has changed. That costs a
/// system call, and only requests for originals that aren't here make it.
package final class CloudConnection: Sendable {
    /// The identity and time of `cloud.json`, which change when a process replaces it.
    private struct Version: Equatable {
        var identity: Stat.Identity
        var modificationTime: Int64
    }

    private struct State {
        var version: Version?
        var downloads: OriginalDownloads?
        /// Downloads from former places, which may be running.
        var former: [OriginalDownloads] = []
        var isFinished = false
    }

    private let folder: URL
    private let blobs: LocalBlobStore
    private let describe: OriginalDownloads.Describe
    /// A place that doesn't depend on the settings.
    private let fixed: OriginalDownloads?
    private let state = Mutex(State())

    /// - Parameter remote: A place that is used instead of the one in the settings.
    init(ofLibrary folder: URL, blobs: LocalBlobStore, _ catalog: Catalog, remote: (any RemoteBlobStore)?) {
        self.folder = folder
        self.blobs = blobs
        let describe: OriginalDownloads.Describe = { try catalog.storedPieces(of: $0) }
        self.describe = describe
        fixed = remote.map { OriginalDownloads(from: $0, to: blobs, describe: describe) }
    }

    /// The downloads from the place, or `nil` if the library isn't connected.
    package var downloads: OriginalDownloads? {
        if let fixed { return fixed }
        let version = currentVersion
        return state.withLock { state in
            guard version != state.version, !state.isFinished else { return state.downloads }
            if let former = state.downloads { state.former.append(former) }
            state.downloads = openPlace().map { OriginalDownloads(from: $0, to: blobs, describe: describe) }
            state.version = version
            return state.downloads
        }
    }

    /// The place, or `nil` if the library isn't connected.
    package var place: (any RemoteBlobStore)? { downloads?.remote }

    /// Ends all downloads and waits for their threads.
    func finish() {
        let all = state.withLock { state in
            state.isFinished = true
            return state.former + [state.downloads, fixed].compactMap(\.self)
        }
        for downloads in all { downloads.finish() }
    }

    private var currentVersion: Version? {
        let path = CloudSettings.file(inLibrary: folder).path(percentEncoded: false)
        guard let status = try? Stat(FilePath(path)) else { return nil }
        return Version(identity: status.identity, modificationTime: status.modificationTime)
    }

    private func openPlace() -> (any RemoteBlobStore)? {
        var address = CloudSettings.file(inLibrary: folder).path(percentEncoded: false)
        do {
            guard let settings = try CloudSettings.read(inLibrary: folder) else { return nil }
            address = settings.address
            return try RemotePlaces.open(settings)
        } catch let error as RemoteBlobError {
            return UnavailablePlace(address: address, reason: error)
        } catch {
            return UnavailablePlace(
                address: address, reason: RemoteBlobError(.misconfigured, "\(address) can't be read: \(error)"))
        }
    }
}
