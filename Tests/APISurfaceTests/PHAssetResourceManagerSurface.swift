import Photos

func usePHAssetResourceManager(_ resource: PHAssetResource, _ file: URL, _ options: PHAssetResourceRequestOptions?) {
    let manager: PHAssetResourceManager = PHAssetResourceManager.default()
    let _: NSObject = manager
    requireSendable(manager)
    var size = 0
    let number: PHAssetResourceDataRequestID = manager.requestData(
        for: resource, options: options,
        dataReceivedHandler: { (data: Data) in size += data.count },
        completionHandler: { (error: Error?) in print(error?.localizedDescription ?? "") })
    manager.requestData(for: resource, options: nil) { data in
        size += data.count
    } completionHandler: { error in
        print((error as? PHPhotosError)?.code == .networkAccessRequired)
    }
    if number != PHInvalidAssetResourceDataRequestID { manager.cancelDataRequest(number) }
    let _: Int32 = number
    manager.writeData(for: resource, toFile: file, options: options) { error in print(error ?? "") }
    manager.writeData(
        for: resource, toFile: file, options: nil, completionHandler: { (error: Error?) in print(error!) })
}

func resourcesAsValues(_ resource: PHAssetResource, _ file: URL) async throws -> Int {
    try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
    // What is only here.
    let chunks: PHAssetResourceChunks = PHAssetResourceManager.default().chunks(of: resource, in: 0..<100)
    var size = 0
    for try await chunk in chunks {
        let _: Data = chunk
        size += chunk.count
    }
    return size
}

/// A resource manager of a test's own.
class StandInResourceManager: PHAssetResourceManager, @unchecked Sendable {
    override class func `default`() -> PHAssetResourceManager { StandInResourceManager() }

    override func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void, completionHandler: @escaping (Error?) -> Void
    ) -> PHAssetResourceDataRequestID {
        handler(Data())
        completionHandler(nil)
        return PHInvalidAssetResourceDataRequestID
    }

    override func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping (Error?) -> Void
    ) {
        completionHandler(nil)
    }

    override func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
    ) async throws {}

    override func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {}
}
