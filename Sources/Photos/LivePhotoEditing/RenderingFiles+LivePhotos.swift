import Foundation
import MediaRequests
import SystemCalls
import SystemPackage

extension RenderingFiles {
    /// Renders an edited Live Photo into the files. Earlier files stay until both new ones are complete.
    ///
    /// - Throws: The error of the frame processor, `MediaError` or `RequestFailure`.
    func save(_ rendering: LivePhotoRendering) throws {
        let kind = requestedPhoto
        let photo = try rendering.photo(kind == .heic ? .heif : .jpeg)
        let (photoURL, videoURL) = (try url(for: kind), try url(for: .pairedVideo))
        let newVideo = videoURL.deletingLastPathComponent().appending(path: "\(UUID().uuidString).mov")
        _ = try NewFile.write(newVideo) { try rendering.video(to: $0, ratio: photo.ratio) }
        do {
            try rendering.check()
            try photo.file.write(to: photoURL, options: .atomic)
            guard rename(newVideo.path, videoURL.path) == 0 else {
                throw RequestFailure.unreadable(videoURL.path, "\(Errno.current)")
            }
        } catch {
            unlink(newVideo.path)
            throw error
        }
    }
}
