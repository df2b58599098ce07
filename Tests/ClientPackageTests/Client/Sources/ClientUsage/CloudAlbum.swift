import Photos

/// Which photos a document has, in words that mean the same on another machine.
final class CloudAlbum {
    private(set) var identifiers: [String] = []

    func write(_ assets: [PHAsset]) {
        let mappings = PHPhotoLibrary.shared()
            .cloudIdentifierMappings(forLocalIdentifiers: assets.map(\.localIdentifier))
        identifiers = assets.compactMap { asset in
            guard case .success(let identifier)? = mappings[asset.localIdentifier] else { return nil }
            return identifier.archivalStringValue
        }
    }

    func read() -> PHFetchResult<PHAsset> {
        let cloud = identifiers.compactMap { PHCloudIdentifier(archivalStringValue: $0) }
        let mappings = PHPhotoLibrary.shared().localIdentifierMappings(for: cloud)
        let local = cloud.compactMap { identifier -> String? in
            do {
                return try mappings[identifier]?.get()
            } catch {
                print("\(identifier.archivalStringValue): \(error.localizedDescription)")
                return nil
            }
        }
        return PHAsset.fetchAssets(withLocalIdentifiers: local, options: nil)
    }

    /// As apps for systems before iOS 18.2 write it.
    @available(*, deprecated)
    func copies() -> [String] {
        identifiers.map { PHCloudIdentifier(stringValue: $0).stringValue }
    }
}
