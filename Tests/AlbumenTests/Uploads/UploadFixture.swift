import AlbumenTestSupport
import BlobStore
import Foundation
import PhotoLibrary
import Records
import Synchronization
import Testing

@testable import Albumen

/// A library that receives uploads.
struct UploadFixture {
    let temporary: TemporaryLibrary
    let store: UploadStore
    let intake: UploadIntake

    init(
        _ temporary: TemporaryLibrary? = nil, limits: UploadLimits = UploadLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.temporary = try temporary ?? TemporaryLibrary()
        store = UploadStore(of: self.temporary.library, limits: limits, now: now)
        intake = UploadIntake(of: store, makesDerivatives: false)
    }

    var library: Library { temporary.library }

    static func request(
        _ name: String, _ data: Data? = nil, delivery: String? = nil, album: String? = nil, sender: String = "Firefox"
    ) throws -> UploadRequest {
        UploadRequest(
            filename: name, length: data.map { Int64($0.count) }, digest: try data.map { try BlobDigest(hashing: $0) },
            album: album, delivery: delivery, sender: sender)
    }

    /// Sends a whole file.
    @discardableResult
    func send(_ data: Data, as name: String, delivery: String? = nil, album: String? = nil) throws -> UploadRecord {
        let record = try store.create(try Self.request(name, data, delivery: delivery, album: album))
        return try append(data, to: record.identifier, at: 0, completing: true)
    }

    @discardableResult
    func append(_ data: Data, to identifier: String, at offset: Int64, completing: Bool) throws -> UploadRecord {
        let append = try store.append(to: identifier, at: offset) {}
        do {
            try append.write([UInt8](data))
            return try append.finish(completing: completing)
        } catch {
            append.abandon()
            throw error
        }
    }

    /// Takes in the complete files, and returns what became of one.
    func outcome(of record: UploadRecord) async throws -> UploadOutcome {
        store.endDelivery(record.delivery.identifier, of: record.sender)
        intake.ring()
        try await waitUntil("the file is in the library") {
            try store.status(of: record.identifier).outcome != nil
        }
        return try #require(try store.status(of: record.identifier).outcome)
    }

    /// Takes in a file, and returns the UUID of its new asset.
    func asset(of record: UploadRecord) async throws -> String {
        let outcome = try await outcome(of: record)
        guard case .added(let asset) = outcome else { throw Unexpected(outcome: outcome) }
        return asset
    }

    struct Unexpected: Error {
        let outcome: UploadOutcome
    }

    /// The names in the folder of the uploads.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                atPath: temporary.folder.appending(path: "uploads").path(percentEncoded: false)
            ).sorted()
        }
    }

    func assets() throws -> [AssetRecord] {
        let identifiers = try library.owner.assetIdentifiers(AssetFetch())
        return Array(try library.owner.assets(withIdentifiers: identifiers).values)
    }

    /// Runs `body`, and returns the code of its error.
    func code(_ body: () throws -> Void) -> UploadError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? UploadError)?.code
        }
    }
}
