import AlbumenTestSupport
import BlobStore
import Foundation
import ObjectStore
import Synchronization
import Testing

/// A kind of place that honours conditions. Several machines of a test share one place.
enum SharedPlace: String, CaseIterable, CustomTestStringConvertible {
    case memory, folder, moto, seaweed

    /// The kinds that honour conditions also if requests come at the same time. On a busy machine, moto lets two of them win.
    static let atomic: [SharedPlace] = [.memory, .folder, .seaweed]

    var testDescription: String { rawValue }

    /// Returns a new, empty place, opened once for each machine, or `nil` if its store isn't installed.
    func open(machines count: Int = 1) throws -> [any RemoteBlobStore]? {
        let prefix = UUID().uuidString
        switch self {
        case .memory:
            return Array(repeating: StandInBlobStore(), count: count)
        case .folder:
            let folder = try TemporaryFolder()
            return try (0..<count).map { _ in try KeptFolderPlace.open(folder) }
        case .moto, .seaweed:
            guard let server = self == .moto ? StoreServers.moto : StoreServers.seaweed else { return nil }
            return try (0..<count).map { _ in try StoreServers.place(at: server.address, prefix: prefix) }
        }
    }
}

/// Keeps the temporary folders of places until the end of the tests.
private enum KeptFolderPlace {
    private static let folders = Mutex<[TemporaryFolder]>([])

    static func open(_ folder: TemporaryFolder) throws -> any RemoteBlobStore {
        folders.withLock { $0.append(folder) }
        return try DirectoryPlace(path: folder.path)
    }
}
