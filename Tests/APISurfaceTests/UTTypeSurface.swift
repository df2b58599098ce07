import Photos
import UIKit
import UniformTypeIdentifiers

func useUTType(_ type: UTType, _ resource: PHAssetResource) {
    let _: UTType? = UTType("public.jpeg")
    let _: UTType? = UTType(resource.uniformTypeIdentifier)
    let _: UTType? = UTType(filenameExtension: "heic")
    let _: UTType? = UTType(filenameExtension: "heic", conformingTo: .image)
    let _: UTType? = UTType(mimeType: "image/jpeg")
    let _: UTType? = UTType(mimeType: "video/mp4", conformingTo: .movie)
    let _: UTType? = UTType(tag: "jpg", tagClass: .filenameExtension, conformingTo: nil)
    let _: UTType = UTType(exportedAs: "com.example.photo")
    let _: UTType = UTType(exportedAs: "com.example.photo", conformingTo: .image)
    let _: UTType = UTType(importedAs: "com.example.photo")
    let _: UTType = UTType(importedAs: "com.example.photo", conformingTo: .image)
    let _: [UTType] = UTType.types(tag: "image/png", tagClass: .mimeType, conformingTo: .image)
    let _: String = type.identifier
    let _: String? = type.preferredFilenameExtension
    let _: String? = type.preferredMIMEType
    let _: String? = type.localizedDescription
    let _: [UTTagClass: [String]] = type.tags
    let _: Bool = type.isDynamic || type.isDeclared || type.isPublic
    let _: Bool = type.conforms(to: .image) || type.isSubtype(of: .data) || type.isSupertype(of: .jpeg)
    let _: Set<UTType> = type.supertypes
    let _: [UTType] = [
        .item, .content, .data, .directory, .folder, .package, .image, .jpeg, .png, .gif, .tiff, .bmp, .webP, .heif,
        .heic, .rawImage, .svg, .livePhoto, .audiovisualContent, .movie, .video, .quickTimeMovie, .mpeg4Movie, .mpeg,
        .avi, .audio, .mp3, .mpeg4Audio, .wav, .text, .plainText, .json, .xml, .propertyList, .pdf, .zip,
    ]
    requireHashable(type)
    requireSendable(type)
    switch type {
    case .jpeg, .heic: break
    default: break
    }
}
