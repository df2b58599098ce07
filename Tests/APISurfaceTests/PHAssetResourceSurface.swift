import Photos
import UIKit
import UniformTypeIdentifiers

func usePHAssetResource(of asset: PHAsset) {
    let resources: [PHAssetResource] = PHAssetResource.assetResources(for: asset)
    guard let resource = resources.first(where: { $0.type == .photo }) ?? resources.first else { return }
    let _: NSObject = resource
    let _: PHAssetResourceType = resource.type
    let _: String = resource.assetLocalIdentifier
    let _: String = resource.uniformTypeIdentifier
    let _: UTType = resource.contentType
    let _: Int = resource.pixelWidth
    let _: Int = resource.pixelHeight
    let _: Bool = UTType(resource.uniformTypeIdentifier)?.conforms(to: .image) ?? false
    let _: Set<PHAssetResource> = [resource]
    let _: String? = resource.filename
    let _: Int? = resource.dataSize
    // What is only here.
    let _: Bool = resource.isLocallyAvailable && resource.fileSize > 0
}

@available(*, deprecated)
func useDeprecatedName(of resource: PHAssetResource) {
    let _: String = resource.originalFilename
    let _: String = (resource.originalFilename as NSString).pathExtension
}

func resources(of livePhoto: PHLivePhoto) -> [PHAssetResource] {
    PHAssetResource.assetResources(for: livePhoto)
}

/// The private keys that apps read, with the casts they write.
func readPrivateValues(of resource: PHAssetResource) {
    let _: Int64? = resource.value(forKey: "fileSize") as? Int64
    let _: Bool = resource.responds(to: NSSelectorFromString("fileSize"))
    let _: Unmanaged<AnyObject>? = resource.perform(NSSelectorFromString("fileSize"))
    let _: Int? = resource.value(forKey: "fileSize") as? Int
    let _: UInt64? = resource.value(forKey: "fileSize") as? UInt64
    let _: CLong? = resource.value(forKey: "fileSize") as? CLong
    let _: CGFloat? = resource.value(forKey: "fileSize") as? CGFloat
    let _: Bool? = resource.value(forKey: "locallyAvailable") as? Bool
    let _: Bool? = resource.value(forKey: "isCurrent") as? Bool
    let _: String? = resource.value(forKey: "filename") as? String
    guard let size = resource.value(forKey: "fileSize") as? CLong else { return }
    let _: Int64 = Int64(bitPattern: UInt64(size))
}
