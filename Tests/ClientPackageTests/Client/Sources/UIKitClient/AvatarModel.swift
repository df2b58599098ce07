import Photos
import UIKit

/// Lets the user choose a portrait, and saves it.
@MainActor
public final class AvatarModel: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    public private(set) var image: UIImage?
    public private(set) var file: URL?
    public private(set) var assetIdentifier: String?
    public private(set) var saveError: (any Error)?
    public var onSave: (() -> Void)?

    public func choose(_ sourceType: UIImagePickerController.SourceType = .photoLibrary) -> Bool {
        guard UIImagePickerController.isSourceTypeAvailable(sourceType) else { return false }
        let picker = UIImagePickerController()
        picker.delegate = self
        picker.sourceType = sourceType
        picker.mediaTypes = ["public.image", UTType.movie.identifier]
        picker.allowsEditing = true
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        let window = scenes.flatMap(\.windows).first { $0.isKeyWindow }
        window?.rootViewController?.present(picker, animated: true)
        return window?.rootViewController?.presentedViewController === picker
    }

    public func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        picker.dismiss(animated: true)
        image = info[.editedImage] as? UIImage ?? info[.originalImage] as? UIImage
        file = info[.imageURL] as? URL ?? info[.mediaURL] as? URL
        assetIdentifier = (info[.phAsset] as? PHAsset)?.localIdentifier
    }

    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
        picker.dismiss(animated: true)
    }

    public func save(_ image: UIImage) {
        UIImageWriteToSavedPhotosAlbum(image, self, nil, nil)
    }
}

#if !canImport(ObjectiveC)
    // Linux has no selectors that call methods.
    extension AvatarModel: UIImageWriteTarget {
        public func image(
            _ image: UIImage, didFinishSavingWithError error: (any Error)?, contextInfo: UnsafeRawPointer?
        ) {
            saveError = error
            onSave?()
        }
    }
#endif
