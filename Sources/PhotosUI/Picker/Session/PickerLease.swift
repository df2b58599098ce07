import Foundation
import HTTPTransfers
import PhotoLibrary
import Photos
import PickerWire
import Synchronization

/// A pick at the server. It's deleted there when nobody refers to the lease any more.
///
/// The picker refers to it while it's presented, and the providers of its results as long as they exist.
final class PickerLease: Sendable {
    let server: PickerServer
    let path: String
    let token: String
    private let isDeleted = Mutex(false)

    init(_ server: PickerServer, _ created: NewPickDocument) {
        self.server = server
        path = "/api/picks/\(created.number)"
        token = created.token
    }

    deinit {
        if !isDeleted.withLock({ $0 }) { Self.delete(server, path, token) }
    }

    /// Deletes the pick. Its page closes, and its files can't be loaded any more.
    func delete() {
        let wasDeleted = isDeleted.withLock { isDeleted in
            defer { isDeleted = true }
            return isDeleted
        }
        if !wasDeleted { Self.delete(server, path, token) }
    }

    /// Changes the presented picker. Changes arrive in the order of the calls.
    func change(_ change: PickUpdate) {
        PickerQueues.changes.submit(.quick) { [server, path, token] in
            do {
                try server.send("PATCH", path, token: token, body: change)
            } catch {
                Diagnostics.report("The picker can't be changed. \(error)", module: "PhotosUI")
            }
        }
    }

    private static func delete(_ server: PickerServer, _ path: String, _ token: String) {
        PickerQueues.changes.submit(.quick) {
            do {
                try server.send("DELETE", path, token: token)
            } catch let error as PickerError where error.code == .expired {
                return
            } catch {
                // The server deletes it later.
                Diagnostics.report("The picker can't be ended. \(error)", module: "PhotosUI")
            }
        }
    }
}
