import Foundation
public import UIKitCore

/// Lets the user choose a photo or a video in a browser. The program gets the chosen file and nothing else.
///
/// ```swift
/// let picker = UIImagePickerController()
/// picker.delegate = self
/// present(picker, animated: true)
/// ```
///
/// The page is that of PhotosUI's `PHPickerViewController`, whose documentation describes the server that it needs. The
/// program must contain PhotosUI: add that product to its target's dependencies. There is no camera, and the user can't
/// edit the photo. Apple's class inherits from `UINavigationController`.
@preconcurrency @MainActor
open class UIImagePickerController: UIViewController {
    /// The source of photos and videos.
    public enum SourceType: Int, Sendable {
        case photoLibrary = 0
        /// Not available.
        case camera = 1
        /// The same photos as `photoLibrary`.
        case savedPhotosAlbum = 2
    }

    /// The format of chosen images.
    public enum ImageURLExportPreset: Int, Sendable {
        /// JPEG, converted if necessary.
        case compatible = 0
        /// The format in the library.
        case current = 1
    }

    /// Returns whether the program can present a picker of a source: `false` for the camera, and for the library if the
    /// program doesn't contain PhotosUI.
    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
        sourceType != .camera && PhotosServices.mediaPicker != nil
    }

    /// Returns `public.image` and `public.movie`, or `nil` for a source that isn't available.
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
        isSourceTypeAvailable(sourceType) ? ["public.image", "public.movie"] : nil
    }

    /// The object that receives the choice.
    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?

    /// The source. The default is `photoLibrary`. A picker of the camera calls `imagePickerControllerDidCancel(_:)`
    /// when it's presented. Apple's framework raises an exception.
    open var sourceType = SourceType.photoLibrary

    /// The types that the user can choose. The default is `public.image`. Types other than `public.image` and
    /// `public.movie` have no effect.
    open var mediaTypes = ["public.image"]

    /// Whether the user can edit the photo. Setting it has no other effect: the information has no `editedImage`.
    open var allowsEditing = false

    /// The format of images. The default is `compatible`. If ``mediaTypes`` contains movies, all files keep their
    /// format.
    open var imageExportPreset = ImageURLExportPreset.compatible

    private var picker: (any MediaPicker)?

    /// Begins the choice.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        picker?.end()
        picker = nil
        guard sourceType != .camera else { return fail("There is no camera. Check isSourceTypeAvailable(_:) first.") }
        guard let type = PhotosServices.mediaPicker else {
            return fail("The program doesn't contain PhotosUI. Add the product PhotosUI to its target's dependencies.")
        }
        let request = MediaPickerRequest(
            includesImages: mediaTypes.contains("public.image"), includesMovies: mediaTypes.contains("public.movie"),
            isCompatible: imageExportPreset == .compatible)
        let picker = type.init()
        self.picker = picker
        picker.begin(request) { [weak self] media in
            guard let self else { return }
            guard let media else { return self.cancel() }
            self.finish(with: Self.info(media))
        }
    }

    /// Ends the choice and closes the page.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        picker?.end()
        picker = nil
    }

    private func fail(_ reason: String) {
        FileHandle.standardError.write(Data("UIKit: The image picker can't be shown. \(reason)\n".utf8))
        // The caller's presentation ends first.
        Task { [weak self] in self?.cancel() }
    }

    private func cancel() {
        guard let delegate else { return dismiss(animated: true) }
        delegate.imagePickerControllerDidCancel(self)
    }

    private func finish(with info: [InfoKey: Any]) {
        guard let delegate else { return dismiss(animated: true) }
        delegate.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    }

    static func info(_ media: PickedMedia) -> [InfoKey: Any] {
        var info: [InfoKey: Any] = [.mediaType: media.isMovie ? "public.movie" : "public.image"]
        info[media.isMovie ? .mediaURL : .imageURL] = media.file
        info[.originalImage] = media.image
        info[.phAsset] = media.asset
        return info
    }
}
