import Photos

/// Copies the files of assets, and uploads them in parts.
final class ResourceBackup {
    private var request: PHAssetResourceDataRequestID = PHInvalidAssetResourceDataRequestID

    func copy(_ resource: PHAssetResource, to folder: URL, _ completion: @escaping (Error?) -> Void) {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { print($0) }
        let name = resource.filename ?? "file"
        PHAssetResourceManager.default().writeData(
            for: resource, toFile: folder.appendingPathComponent(name), options: options
        ) { error in completion(error) }
    }

    func copy(_ resource: PHAssetResource, to file: URL) async throws {
        try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
    }

    func upload(_ resource: PHAssetResource, _ send: @escaping (Data) -> Void) {
        print("\(resource.dataSize ?? 0) bytes")
        request = PHAssetResourceManager.default().requestData(
            for: resource, options: nil, dataReceivedHandler: send
        ) { error in
            if let error = error { print(error.localizedDescription) }
        }
    }

    func stop() {
        PHAssetResourceManager.default().cancelDataRequest(request)
    }
}
