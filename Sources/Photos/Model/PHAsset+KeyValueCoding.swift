import AlbumenGraphics
import Foundation
import PhotoLibrary
import Records

extension PHAsset {
    static let keyedValues: [String: @Sendable (PHAsset) -> Any?] = [
        "mediaType": { $0.mediaType.rawValue as NSNumber },
        "mediaSubtypes": { $0.mediaSubtypes.rawValue as NSNumber },
        "playbackStyle": { $0.playbackStyle.rawValue as NSNumber },
        "pixelWidth": { $0.pixelWidth as NSNumber },
        "pixelHeight": { $0.pixelHeight as NSNumber },
        "creationDate": { $0.creationDate },
        "modificationDate": { $0.modificationDate },
        "addedDate": { $0.addedDate },
        "location": { $0.location },
        "duration": { $0.duration as NSNumber },
        "hidden": { $0.isHidden as NSNumber },
        "isHidden": { $0.isHidden as NSNumber },
        "favorite": { $0.isFavorite as NSNumber },
        "isFavorite": { $0.isFavorite as NSNumber },
        "burstIdentifier": { $0.burstIdentifier },
        "burstSelectionTypes": { $0.burstSelectionTypes.rawValue as NSNumber },
        "representsBurst": { $0.representsBurst as NSNumber },
        "sourceType": { $0.sourceType.rawValue as NSNumber },
        "hasAdjustments": { $0.hasAdjustments as NSNumber },
        "adjustmentFormatIdentifier": { $0.adjustmentFormatIdentifier },
        "adjustmentTimestamp": { $0.adjustmentTimestamp },
        "originalResourceChoice": { $0.originalResourceChoice.rawValue as NSNumber },
        "rating": { $0.rating.rawValue as NSNumber },
        "filename": { $0.primaryResource?.filename },
        "originalFilename": { $0.primaryResource?.filename },
        "uniformTypeIdentifier": { $0.primaryResource?.uniformTypeIdentifier },
        "directory": { $0.directory },
        "orientation": { $0.originalOrientation as NSNumber? },
        "fileSize": { $0.primaryResource.map { $0.fileSize as NSNumber } },
        "locallyAvailable": { ($0.primaryResource?.isLocallyAvailable ?? false) as NSNumber },
        "isCloudPlaceholder": { ($0.primaryResource.map { !$0.isLocallyAvailable } ?? false) as NSNumber },
    ]

    /// The path of the original's folder, relative to the library's folder, or `nil` for an asset without an original.
    private var directory: String? {
        primaryResource.flatMap { resource in currentView.flatMap(resource.directory) }
    }

    /// The EXIF orientation of the original, 1 for a video, or `nil` for an asset without an original.
    private var originalOrientation: Int? {
        guard primaryResource != nil else { return nil }
        guard mediaType == .image else { return 1 }
        do {
            let client = try ImageClient(self, .current)
            return Int(ImageFile.orientation(of: try client.source(.unadjusted), in: client.view).rawValue)
        } catch {
            Diagnostics.report("The orientation of \(localIdentifier) could not be read: \(error)")
            return nil
        }
    }

    private var primaryResource: PHAssetResource? {
        AssetFiles(PHAssetResource.assetResources(for: self)).primary(.unadjusted)
    }
}
