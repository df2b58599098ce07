import Foundation

/// The classes of Photos and PhotosUI that functions of UIKit use.
///
/// UIKit can't depend on these modules, because they depend on it. It finds the classes by their names if the program
/// contains the modules.
package enum PhotosServices {
    /// The class of Photos that saves files in the library, or `nil` if the program doesn't contain Photos.
    package static var savedPhotosAlbum: (any SavedPhotosAlbum.Type)? {
        NSClassFromString("Photos.LibrarySavedPhotosAlbum") as? any SavedPhotosAlbum.Type
    }

    /// The class of PhotosUI that lets the user choose a file, or `nil` if the program doesn't contain PhotosUI.
    package static var mediaPicker: (any MediaPicker.Type)? {
        NSClassFromString("PhotosUI.LibraryMediaPicker") as? any MediaPicker.Type
    }
}

/// Saves images and videos as new assets.
package protocol SavedPhotosAlbum: AnyObject {
    /// - Parameter completion: Called once on the main queue.
    static func save(_ image: UIImage, completion: @escaping @Sendable ((any Error)?) -> Void)

    /// - Parameter completion: Called once on the main queue.
    static func saveVideo(atPath path: String, completion: @escaping @Sendable ((any Error)?) -> Void)
}

/// Lets the user choose a photo or video.
@MainActor
package protocol MediaPicker: AnyObject {
    init()

    /// Begins the choice. Call it once.
    ///
    /// - Parameter deliver: Called once with the chosen file, or `nil` if the user cancels or there is no file. Not
    ///   called after ``end()``.
    func begin(_ request: MediaPickerRequest, deliver: @escaping @MainActor (PickedMedia?) -> Void)

    /// Closes the page.
    func end()
}

/// The files that the user can choose.
package struct MediaPickerRequest: Equatable, Sendable {
    package var includesImages: Bool
    package var includesMovies: Bool
    /// Whether images are converted to JPEG.
    package var isCompatible: Bool

    package init(includesImages: Bool, includesMovies: Bool, isCompatible: Bool) {
        self.includesImages = includesImages
        self.includesMovies = includesMovies
        self.isCompatible = isCompatible
    }
}

/// A chosen file.
// Unchecked because of the asset, whose class is sendable.
package struct PickedMedia: @unchecked Sendable {
    /// A file that exists until the process ends.
    package var file: URL
    package var isMovie: Bool
    /// The image, or `nil` for a movie.
    package var image: UIImage?
    /// The asset, if the program may read the library.
    package var asset: AnyObject?

    package init(file: URL, isMovie: Bool, image: UIImage?, asset: AnyObject?) {
        self.file = file
        self.isMovie = isMovie
        self.image = image
        self.asset = asset
    }
}
