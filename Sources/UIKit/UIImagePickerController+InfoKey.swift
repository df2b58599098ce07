extension UIImagePickerController {
    /// A key of the information about a chosen photo or video.
    public struct InfoKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The type, `public.image` or `public.movie`: a `String`.
        public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
        /// The chosen photo: a `UIImage`.
        public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
        /// Never present, because the user can't edit the photo.
        public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
        /// Never present, because the user can't edit the photo.
        public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
        /// The photo's file, which exists until the process ends: a `URL`.
        public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
        /// The movie's file, which exists until the process ends: a `URL`.
        public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
        /// The chosen asset, if the program may read the library: a `PHAsset`.
        public static let phAsset = InfoKey(rawValue: "UIImagePickerControllerPHAsset")
        /// Never present. A Live Photo is delivered as its photo.
        public static let livePhoto = InfoKey(rawValue: "UIImagePickerControllerLivePhoto")
        /// Never present, because there is no camera.
        public static let mediaMetadata = InfoKey(rawValue: "UIImagePickerControllerMediaMetadata")
    }
}
