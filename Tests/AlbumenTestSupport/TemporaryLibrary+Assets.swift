@_spi(Storage) package import Albumen
import BlobStore
import Catalog
package import Foundation
package import MediaRequests
package import Records

extension TemporaryLibrary {
    /// A file as read by an import. Its bytes are its name by default.
    package struct Sample: Sendable {
        package var name: String
        package var probe: MediaProbe
        package var folder = "/photos"
        package var bytes: Data

        package init(_ name: String, _ probe: MediaProbe, bytes: Data? = nil) {
            self.name = name
            self.probe = probe
            self.bytes = bytes ?? Data(name.utf8)
        }

        package static func image(_ name: String, _ change: (inout MediaProbe) -> Void = { _ in }) -> Sample {
            var probe = MediaProbe(
                kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 4000, pixelHeight: 3000)
            change(&probe)
            return Sample(name, probe)
        }

        package static func video(_ name: String, _ change: (inout MediaProbe) -> Void = { _ in }) -> Sample {
            var probe = MediaProbe(
                kind: .video, uniformTypeIdentifier: "com.apple.quicktime-movie", pixelWidth: 1920, pixelHeight: 1080)
            probe.duration = 3
            change(&probe)
            return Sample(name, probe)
        }
    }

    /// Creates assets in one transaction, on the library's write path, and returns their outcomes.
    @discardableResult
    package func add(_ samples: [Sample], access: Access = .full) throws -> [Transaction.Outcome] {
        let intake = try library.storage.blobs.makeIntake()
        defer { intake.finish() }
        var transaction = Transaction()
        var blobs: [StagedBlob] = []
        for sample in samples {
            let blob = try intake.stage(sample.bytes)
            blobs.append(blob)
            let file = TakenFile(
                blob: blob, originalFilename: sample.name, probe: sample.probe,
                fileDate: Date(timeIntervalSinceReferenceDate: 0))
            let source = ImportSource(
                folder: sample.folder, name: sample.name, size: Int64(sample.bytes.count), modificationTime: 1)
            transaction.record(.create(AssetCreation(file, from: source, now: library.now())))
        }
        try intake.commit(blobs)
        return try library.view(access).commit(transaction, intake: intake)
    }

    package func commit(_ operations: Transaction.Operation..., access: Access = .full) throws {
        var transaction = Transaction()
        for operation in operations { transaction.record(operation) }
        _ = try library.view(access).commit(transaction)
    }

    package func asset(_ outcome: Transaction.Outcome) throws -> AssetRecord? {
        guard let uuid = outcome.assetUUID else { return nil }
        return try library.storage.catalog.read { try $0.asset(uuid: uuid) }
    }

    /// Returns the types and names of an asset's resources, in the order of types.
    package func resources(_ asset: AssetRecord) throws -> [String] {
        try (library.owner.resources(ofAsset: asset.id) ?? []).map { resource in
            "\(resource.type) \(resource.originalFilename)"
        }
    }
}

extension Transaction.Outcome {
    package var assetUUID: String? {
        switch self {
        case .created(let uuid), .joined(let uuid), .duplicate(let uuid), .trashedDuplicate(let uuid),
            .restored(let uuid), .broughtOver(let uuid, _):
            uuid
        case .vanished, .unmatched, .changed, .deleted, .reverted, .collected, .done: nil
        }
    }
}

extension Transaction.Operation {
    package static func setHidden(_ isHidden: Bool, assetUUID: String) -> Self {
        var change = AssetChange()
        change.isHidden = isHidden
        return .change(change, assetUUID: assetUUID)
    }

    package static func setFavorite(_ isFavorite: Bool, assetUUID: String) -> Self {
        var change = AssetChange()
        change.isFavorite = isFavorite
        return .change(change, assetUUID: assetUUID)
    }
}
