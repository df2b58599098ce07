import Foundation
import ItemProviders

/// The types of images that the media worker decodes and encodes.
enum ImageItemTypes {
    static let readable = [
        "public.jpeg", "public.png", "public.heic", "public.heif-standard", "org.webmproject.webp",
        "com.compuserve.gif", "public.tiff", "public.camera-raw-image", "com.microsoft.bmp", "public.jpeg-2000",
        "public.mpo-image", "com.adobe.photoshop-image",
    ]

    static let writable = ["public.png", "public.jpeg", "public.heic"]
}

extension UIImage {
    /// Encodes the image. The media worker encodes HEIC.
    func encoded(as typeIdentifier: String) throws -> Data {
        let data =
            switch typeIdentifier {
            case "public.png": pngData()
            case "public.jpeg": jpegData(compressionQuality: 1)
            case "public.heic": heicData()
            default: nil as Data?
            }
        guard let data else {
            throw NSError.item(.unavailableCoercionError, "The image can't be encoded as \(typeIdentifier).")
        }
        return data
    }
}
