import BlobStore
import Catalog
import CodedErrors
import Foundation
import PhotoLibrary
import Records

/// Assets whose sender says what each file is. They become assets as those of an app that creates them.
extension UploadIntake {
    func takeInAsset(_ records: [UploadRecord]) throws {
        guard let first = records.first else { return }
        let folder = try store.folder()
        var digests: [BlobDigest] = []
        for record in records {
            let digest = try folder.digest(of: record)
            guard record.digest ?? digest == digest else {
                let reason = "Its bytes have changed on the library's disk since they arrived. Send it again."
                return conclude(records, .refused(reason: reason))
            }
            digests.append(digest)
        }
        if let known = try known(digests) { return conclude(records, known) }
        let parts = try records.map { record in
            guard let type = record.part?.resourceType else { throw UploadError.notFound }
            return AssetDraft.Part(
                type: type, bytes: .file(URL(filePath: try folder.present(record) + "/" + record.filename)),
                originalFilename: record.filename)
        }
        let draft = AssetDraft(uuid: library.makeUUID().uuidString, parts: parts, change: change(of: records))
        var settings = Transaction.Settings()
        settings.importAlbum = importAlbum(of: first)
        do {
            try library.view(for: .importer).commit([.createAsset(draft)], settings: settings)
        } catch let error as LibraryError where Self.isSendersFault(error) {
            return conclude(records, .refused(reason: error.message))
        }
        conclude(records, .added(asset: draft.uuid))
    }

    /// Returns the outcome for files that one asset of the library has, all of them.
    private func known(_ digests: [BlobDigest]) throws -> UploadOutcome? {
        let assets = try library.catalog.read { catalog in
            var common: Set<Int64>?
            for digest in digests {
                let resources = try catalog.resources(sha256: digest)
                let identifiers = Set(resources.map(\.assetID))
                common = common?.intersection(identifiers) ?? identifiers
                // An import heals bytes that the library has lost. Here, they come in again.
                guard let size = resources.first?.fileSize, try library.originals.keeps(digest, byteCount: size) else {
                    return [AssetRecord]()
                }
            }
            return try Array(catalog.assets(withIdentifiers: common ?? []).values)
        }
        if let asset = assets.first(where: { $0.trashedDate == nil }) { return .known(asset: asset.uuid) }
        return assets.first.map { .trashed(asset: $0.uuid) }
    }

    private func conclude(_ records: [UploadRecord], _ outcome: UploadOutcome) {
        for record in records { store.conclude(record, outcome) }
    }

    private func change(of records: [UploadRecord]) -> AssetChange {
        var change = AssetChange()
        for part in records.compactMap(\.part) {
            if let date = part.creationDate { change.creationDate = date }
            if let latitude = part.latitude, let longitude = part.longitude {
                change.location = AssetLocation(latitude: latitude, longitude: longitude)
            }
            if part.isFavorite { change.isFavorite = true }
        }
        return change
    }

    private static func isSendersFault(_ error: LibraryError) -> Bool {
        [
            .unsupportedChange, .invalidResource, .missingResource, .mismatchedPair, .unsupportedAsset, .invalidValue,
            .invalidAdjustment,
        ].contains(error.code)
    }
}
