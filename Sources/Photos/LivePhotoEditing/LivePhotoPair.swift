// Additions to Apple's framework.

public import AVFoundation
import Cancellation
import Dispatch
import Foundation
import MediaRequests

/// Not in Apple's framework: a photo and a video that are a Live Photo, because both contain the same identifier.
///
/// Use ``write(photo:video:in:photoTime:contentIdentifier:)`` to make a Live Photo of any photo and video, and add its
/// files to the library with a ``PHAssetCreationRequest``:
///
/// ```swift
/// let pair = try await LivePhotoPair.write(
///     photo: URL(fileURLWithPath: "Cover.jpg"), video: URL(fileURLWithPath: "Clip.mp4"),
///     in: FileManager.default.temporaryDirectory)
/// try await PHPhotoLibrary.shared().performChanges {
///     let request = PHAssetCreationRequest.forAsset()
///     request.addResource(with: .photo, fileURL: pair.photoURL, options: nil)
///     request.addResource(with: .pairedVideo, fileURL: pair.videoURL, options: nil)
/// }
/// ```
public struct LivePhotoPair: Sendable, Hashable {
    /// A copy of the photo with the identifier in Apple's maker note.
    public let photoURL: URL
    /// A QuickTime movie with the identifier in its metadata, and the time of the photo in a track of its own.
    public let videoURL: URL
    /// The identifier, usually a UUID.
    public let contentIdentifier: String

    /// Writes a photo and a video as a Live Photo. The given files don't change.
    ///
    /// The pixels of the photo are copied without encoding. So are the frames and the sound of the video if a QuickTime
    /// movie can contain them. Otherwise, they become H.264 and AAC. All metadata stays, with these exceptions:
    /// - The maker note of another maker than Apple, because a photo can have only one.
    /// - The thumbnail in a JPEG whose EXIF would otherwise be too long.
    /// - Tracks of the video other than pictures and sound.
    ///
    /// - Parameters:
    ///   - photo: A JPEG or HEIC file.
    ///   - video: A video.
    ///   - folder: The folder for the two files, which get the names of the given ones. The movie's extension is `mov`.
    ///   - photoTime: The time of the photo in the video. An invalid time keeps that of the video, or means its middle.
    ///   - contentIdentifier: 1 to 128 characters of ASCII without spaces.
    /// - Throws: A ``PHPhotosError``: 3302 if a file can't be read, 3306 if the photo has another format or the
    ///   identifier is invalid, 3072 if the task was cancelled, 3305 if the disk is full, or -1 if a file exists or can't
    ///   be written. No file is left in the folder then.
    public static func write(
        photo: URL, video: URL, in folder: URL, photoTime: CMTime = .invalid,
        contentIdentifier: String = UUID().uuidString
    ) async throws -> LivePhotoPair {
        let base = photo.deletingPathExtension().lastPathComponent
        let pair = LivePhotoPair(
            photoURL: folder.appending(path: photo.lastPathComponent, directoryHint: .notDirectory),
            videoURL: folder.appending(path: base + ".mov", directoryHint: .notDirectory),
            contentIdentifier: contentIdentifier)
        let writer = LivePhotoPairWriter(photo: photo, video: video, photoTime: photoTime, pair: pair)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "albumen.photos.livephotoediting").async {
                    continuation.resume(with: Result(catching: writer.write).mapError { NSError.photos($0) })
                }
            }
        } onCancel: {
            writer.cancellation.cancel()
        }
        return pair
    }
}
