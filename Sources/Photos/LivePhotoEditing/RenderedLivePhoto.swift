import Foundation
import Synchronization

/// The temporary files of an edited Live Photo for playback. Deleted with the last reference.
final class RenderedLivePhoto: Sendable {
    let photo: LivePhotoFile
    private let files: RenderingFiles
    private let makeVideo: @Sendable () throws -> LivePhotoFile
    /// Held while a thread renders the video, so that other threads wait for its result.
    private let made = Mutex<Result<LivePhotoFile, any Error>?>(nil)

    /// - Parameters:
    ///   - files: The owner of the files' folder.
    ///   - makeVideo: Renders the video. Called once.
    init(photo: LivePhotoFile, in files: RenderingFiles, makeVideo: @escaping @Sendable () throws -> LivePhotoFile) {
        self.photo = photo
        self.files = files
        self.makeVideo = makeVideo
    }

    /// Returns the video, and renders it on the first call. Blocks.
    ///
    /// - Throws: The error of the rendering.
    func video() throws -> LivePhotoFile {
        try made.withLock { made in
            let result = made ?? Result(catching: makeVideo)
            made = result
            return result
        }.get()
    }
}
