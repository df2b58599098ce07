import Albumen
import CoreLocation
import Foundation

extension PHAssetChangeRequest {
    /// Makes this a request for a new asset, and answers its UUID.
    @discardableResult
    func beginCreation() -> String {
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [], change: AssetChange())
        target = .creation(index: recording.record(.createAsset(draft), for: self), draft)
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

    /// Nothing where the request makes no asset.
    func updateDraft(_ edit: (inout AssetDraft) -> Void) {
        guard case .creation(let index, var draft) = target else { return }
        edit(&draft)
        recording.update(index, with: draft, for: self)
        target = .creation(index: index, draft)
    }

    static func creationRequest(_ type: ResourceType, _ fileURL: URL) -> Self? {
        // First, so that a call outside of a block is told as such.
        let request = Self()
        guard isReadableFile(fileURL) else { return nil }
        request.beginCreation()
        request.addPart(type, .file(fileURL))
        return request
    }

    private static func isReadableFile(_ url: URL) -> Bool {
        guard url.isFileURL else { return false }
        let path = url.path(percentEncoded: false)
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
    }
}

extension AssetLocation {
    /// An altitude or accuracy that the location says is not known is left out.
    init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            altitude: location.verticalAccuracy < 0 ? nil : location.altitude,
            horizontalAccuracy: location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil)
    }
}
