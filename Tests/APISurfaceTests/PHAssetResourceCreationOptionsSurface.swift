import Photos
import UniformTypeIdentifiers

func usePHAssetResourceCreationOptions() -> PHAssetResourceCreationOptions {
    let options: PHAssetResourceCreationOptions = PHAssetResourceCreationOptions()
    options.originalFilename = "IMG_1.JPG"
    let _: String? = options.originalFilename
    options.uniformTypeIdentifier = "public.jpeg"
    let _: String? = options.uniformTypeIdentifier
    options.contentType = UTType.jpeg
    let _: UTType? = options.contentType
    options.shouldMoveFile = true
    let _: Bool = options.shouldMoveFile
    let _: any NSCopying = options
    let _: NSObject = options
    let _: Any = options.copy(with: nil)
    return options.copy() as? PHAssetResourceCreationOptions ?? options
}
