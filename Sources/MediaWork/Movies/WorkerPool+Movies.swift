package import Cancellation
import Foundation
package import MediaRequests

extension WorkerPool {
    /// Describes the movie behind `descriptor`. The caller keeps and closes the descriptor.
    ///
    /// - Throws: `MediaError` with one of the codes of `probe(descriptor:filename:)`. `notMedia` if the file is neither
    ///   a movie nor sound.
    package func describeMovie(
        descriptor: Int32, present: PresentBytes? = nil, filename: String
    ) throws(MediaError) -> MovieDescription {
        try ask(.describeMovie(filename: filename), descriptor: descriptor, present: present) { reply, _ in
            if case .movie(let movie) = reply, movie.isPlausible { movie } else { nil }
        }
    }

    /// Decodes the frame of the movie behind `descriptor` at a time. The caller keeps and closes the descriptor.
    ///
    /// - Returns: The image, and the time at which the movie shows it, which is within the tolerance if the movie has
    ///   such a frame.
    /// - Throws: `MediaError` with one of the codes of `render(descriptor:_:lane:cancellation:)`.
    package func frame(
        descriptor: Int32, present: PresentBytes? = nil, _ request: FrameRequest,
        cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> (rendering: Rendering, time: MediaTime) {
        try ask(.frame(request), descriptor: descriptor, present: present, cancellation: cancellation) {
            reply, memory throws(MediaError) in
            guard case .frame(let frame) = reply, let memory, frame.time.isValid else { return nil }
            let pictures = try SharedMemory.pictures(in: memory, frame.layout, for: [request.size])
            let layout = frame.layout
            return (Rendering(pictures: pictures, orientation: layout.orientation, damage: layout.damage), frame.time)
        }
    }
}
