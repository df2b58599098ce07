import Foundation
import MobileCoreServices

/// The types of attachments, in the shape of code from before `UTType`.
struct AttachmentTypes {
    static let pickerTypes = [kUTTypeImage as String, kUTTypeMovie as String]

    func mimeType(for url: URL) -> String {
        let pathExtension = url.pathExtension
        if let uti = UTTypeCreatePreferredIdentifierForTag(
            kUTTagClassFilenameExtension, pathExtension as NSString, nil)?.takeRetainedValue()
        {
            if let mimeType = UTTypeCopyPreferredTagWithClass(uti, kUTTagClassMIMEType)?.takeRetainedValue() {
                return mimeType as String
            }
        }
        return "application/octet-stream"
    }

    func fileExtension(forMIMEType mimeType: String) -> String? {
        guard
            let identifier = UTTypeCreatePreferredIdentifierForTag(
                kUTTagClassMIMEType, mimeType as CFString, kUTTypeData)?.takeRetainedValue(),
            let tag = UTTypeCopyPreferredTagWithClass(identifier, kUTTagClassFilenameExtension)
        else { return nil }
        return tag.takeRetainedValue() as String
    }

    func isVideo(uti: String) -> Bool {
        UTTypeConformsTo(uti as CFString, kUTTypeAudiovisualContent) && !UTTypeConformsTo(uti as CFString, kUTTypeAudio)
    }

    func mediaKind(of mediaType: String) -> String {
        switch mediaType as CFString {
        case kUTTypeImage, kUTTypeLivePhoto: return "photo"
        case kUTTypeMovie, kUTTypeVideo: return "video"
        default: return UTTypeCopyDescription(mediaType as CFString)?.takeRetainedValue() as String? ?? "file"
        }
    }

    func extensions(of uti: String) -> [String] {
        UTTypeCopyAllTagsWithClass(uti as CFString, kUTTagClassFilenameExtension)?.takeRetainedValue() as? [String]
            ?? []
    }
}
