import CoreLocation
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage
import UIKitCore

extension PHAssetChangeRequest {
    /// Makes this a request for a new asset and returns the asset's UUID.
    @discardableResult
    func beginCreation() -> String {
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [], change: AssetChange())
        target = .creation(index: recording.record(.createAsset(draft), for: Self.self), draft)
        return draft.uuid
    }

    func addPart(
        _ type: ResourceType, _ bytes: AssetDraft.Bytes, originalFilename: String? = nil,
        uniformTypeIdentifier: String? = nil, movesFile: Bool = false
    ) {
        let part = AssetDraft.Part(
            type: type, bytes: bytes, originalFilename: originalFilename, uniformTypeIdentifier: uniformTypeIdentifier,
            movesFile: movesFile)
        updateDraft { $0.parts.append(part) }
    }

    /// Changes the draft of the new asset. Has no effect if the request creates no asset.
    func updateDraft(_ edit: (inout AssetDraft) -> Void) {
        guard case .creation(let index, var draft) = target else { return }
        edit(&draft)
        recording.update(index, with: draft, for: Self.self)
        target = .creation(index: index, draft)
    }

    static func creationRequest(_ image: UIImage) -> Self {
        let request = make()
        guard let data = image.jpegData(compressionQuality: 0.9) else {
            // Recorded before the asset, so that the block fails for this reason and not because the photo is missing.
            request.record(
                .refuse(
                    LibraryError(.invalidResource, "The UIImage has no pixels, or it's too large for a JPEG.")))
            request.beginCreation()
            return request
        }
        let uuid = request.beginCreation()
        request.addPart(
            .photo, .data(data), originalFilename: "IMG_\(uuid.prefix(8)).JPG",
            uniformTypeIdentifier: "public.jpeg")
        return request
    }

    static func creationRequest(_ type: ResourceType, _ fileURL: URL) -> Self? {
        // This comes first, because a call outside of a block must stop the program even if the file is missing.
        let request = make()
        guard isReadableFile(fileURL) else { return nil }
        request.beginCreation()
        request.addPart(type, .file(fileURL))
        return request
    }

    private static func isReadableFile(_ url: URL) -> Bool {
        guard url.isFileURL else { return false }
        let path = url.path(percentEncoded: false)
        return (try? Stat(path))?.isRegularFile == true && access(path, R_OK) == 0
    }
}

extension AssetLocation {
    /// Omits an altitude or accuracy that the location marks as unknown.
    init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            altitude: location.verticalAccuracy < 0 ? nil : location.altitude,
            horizontalAccuracy: location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil,
            movement: LocationMovement(
                verticalAccuracy: location.verticalAccuracy, course: location.course,
                courseAccuracy: location.courseAccuracy, speed: location.speed, speedAccuracy: location.speedAccuracy,
                timestamp: location.timestamp))
    }
}
