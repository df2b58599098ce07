import BlobStore
import Cancellation
import Catalog
import Dispatch
package import Foundation
package import PhotoLibrary

extension CatalogBackup {
    /// After a failure, commands don't try the place again for this time, so that each stays quick.
    private static let pauseOfCommands: TimeInterval = 300

    /// Returns the number of the last change of a library, or `nil` if it's connected to no place.
    package static func lastChange(in library: Library) throws -> Int64? {
        guard try library.cloudSettings() != nil else { return nil }
        return try library.catalog.readOnce { try $0.latestChange() }
    }

    /// Sends the changes of a command that ends, unless another process sends them. What isn't sent within the time waits
    /// in the library's folder, and the status says why.
    ///
    /// Does nothing if the place has no snapshot yet, because that takes long, or if it failed in the last five minutes.
    ///
    /// - Parameters:
    ///   - change: The last change before the command.
    ///   - seconds: The longest time.
    /// - Throws: The error of the catalog or of the place.
    package static func sendLast(
        _ library: Library, after change: Int64, within seconds: TimeInterval
    ) throws {
        guard let settings = try library.cloudSettings(), settings.isReadOnly != true,
            let last = try lastChange(in: library), last > change
        else { return }
        let status = try library.backupStatus(at: settings.address)
        guard status.storedDate != nil, !status.isComplete, !status.isReplaced, !status.isRunning else { return }
        let folder = try BackupFolder(for: settings.address, of: library)
        if let state = try BackupState.read(from: folder), let failed = state.failureDate,
            abs(Date().timeIntervalSince(failed)) < pauseOfCommands
        {
            return
        }
        let cancellation = WorkCancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { cancellation.cancel() }
        do {
            try sendOnce(library, keepsUp: false, cancellation)
        } catch let error as RemoteBlobError where error.code == .cancelled {
            // Otherwise, each command would wait for a place that doesn't answer.
            let message = "The place \(settings.address) didn't take the changes within \(Int(seconds)) seconds."
            try BackupState.note(RemoteBlobError(.unreachable, message), in: folder)
        }
    }
}
