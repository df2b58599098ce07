import Catalog
import Foundation
import MediaRequests
import Records

/// Finds the asset that a new file is a part of: the other half of its Live Photo, or of its RAW and JPEG.
///
/// Searches the catalog instead of the imported folder. So halves find each other in any order, and across imports.
struct AssetPairing {
    struct Partner: Equatable {
        enum Kind { case livePhoto, rawAndProcessed }

        var kind: Kind
        var assetID: Int64
        var typeOfNewcomer: ResourceType
        /// The resource whose type changes to `typeOfResource`.
        var resourceID: Int64?
        var typeOfResource: ResourceType?

        /// Whether the new file describes the asset from now on.
        var newcomerIsThePicture: Bool { typeOfNewcomer == .photo }
    }

    /// The maximum number of resources with one content identifier that are checked.
    private static let candidateLimit = 16

    let transaction: CatalogTransaction

    func partner(for creation: AssetCreation) throws -> Partner? {
        try livePhotoPartner(for: creation) ?? rawPartner(for: creation)
    }

    private func livePhotoPartner(for creation: AssetCreation) throws -> Partner? {
        guard let contentIdentifier = creation.facts.probe.contentIdentifier else { return nil }
        let wanted: ResourceType = creation.facts.probe.kind == .image ? .video : .photo
        let candidates = try transaction.reader.resources(
            contentIdentifier: contentIdentifier, type: wanted, limit: Self.candidateLimit)
        for resource in candidates {
            let files = AssetFiles(try transaction.reader.resources(ofAsset: resource.assetID))
            guard files[.pairedVideo] == nil, try isPresent(resource.assetID) else { continue }
            return wanted == .photo
                ? Partner(kind: .livePhoto, assetID: resource.assetID, typeOfNewcomer: .pairedVideo)
                : Partner(
                    kind: .livePhoto, assetID: resource.assetID, typeOfNewcomer: .photo, resourceID: resource.id,
                    typeOfResource: .pairedVideo)
        }
        return nil
    }

    private func rawPartner(for creation: AssetCreation) throws -> Partner? {
        guard let source = creation.source, let ownPart = RAWHalf(creation.facts.probe) else { return nil }
        let siblings = try transaction.reader.importedFiles(inFolder: source.folder, stem: source.stem)
        for sibling in siblings {
            // The query also returns longer names: "IMG_1.edited.jpg" isn't a half of "IMG_1.dng".
            guard (sibling.name as NSString).deletingPathExtension == source.stem else { continue }
            guard let assetID = sibling.assetID, let digest = sibling.sha256, try isPresent(assetID) else { continue }
            let files = AssetFiles(try transaction.reader.resources(ofAsset: assetID))
            guard let photo = files[.photo], photo.sha256 == digest, files[.alternatePhoto] == nil,
                let asset = try transaction.reader.assets(withIdentifiers: [assetID])[assetID],
                ownPart.completes(RAWHalf(asset, photo)), isSameMoment(creation.facts.captureDate, asset)
            else { continue }
            return ownPart == .raw
                ? Partner(kind: .rawAndProcessed, assetID: assetID, typeOfNewcomer: .alternatePhoto)
                : Partner(
                    kind: .rawAndProcessed, assetID: assetID, typeOfNewcomer: .photo, resourceID: photo.id,
                    typeOfResource: .alternatePhoto)
        }
        return nil
    }

    private func isPresent(_ assetID: Int64) throws -> Bool {
        guard let asset = try transaction.reader.assets(withIdentifiers: [assetID])[assetID] else { return false }
        return asset.trashedDate == nil
    }

    /// Returns whether the capture times permit that two files with one name are one shot. Cameras restart their
    /// counters, so the name isn't enough.
    private func isSameMoment(_ date: MediaProbe.CaptureDate, _ asset: AssetRecord) -> Bool {
        let source = MediaProbe.CaptureDate.Source.exifOriginal
        guard date.source == source, asset.dateSource == source.rawValue, let other = asset.creationDate else {
            return true
        }
        // Compares local times, because one of the files may have no offset from UTC.
        let own = date.secondsSinceReferenceDate + Double(date.utcOffsetInSeconds ?? 0)
        return abs(own - other.timeIntervalSinceReferenceDate - Double(asset.utcOffset ?? 0)) <= 2
    }
}

/// The two halves of a RAW and JPEG pair.
private enum RAWHalf {
    case raw, processed

    private static let processedTypes: Set = ["public.jpeg", "public.heic", "public.heif"]

    init?(_ probe: MediaProbe) {
        guard probe.kind == .image else { return nil }
        if probe.isRAW {
            self = .raw
        } else if Self.processedTypes.contains(probe.uniformTypeIdentifier) {
            self = .processed
        } else {
            return nil
        }
    }

    init?(_ asset: AssetRecord, _ photo: ResourceRecord) {
        if asset.isRAW {
            self = .raw
        } else if Self.processedTypes.contains(photo.uniformTypeIdentifier) {
            self = .processed
        } else {
            return nil
        }
    }

    func completes(_ other: RAWHalf?) -> Bool {
        other != nil && other != self
    }
}
