package import Cancellation
package import Foundation
package import MediaRequests
import Pixels

extension WorkerPool {
    /// Finds out how to play a movie in parts. The caller keeps and closes the descriptor.
    ///
    /// - Throws: `notMedia` if the file isn't a video, `unreadable` or `unsupported`.
    package func planParts(
        descriptor: Int32, present: PresentBytes? = nil, filename: String, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> MoviePartPlan {
        try ask(.work(.planParts(filename: filename), present), descriptor, .video, cancellation) { reply, _ in
            if case .partPlan(let plan) = reply, plan.isPlausible { plan } else { nil }
        }
    }

    /// Makes a part of a movie. The caller keeps and closes the descriptor.
    ///
    /// If the request is cancelled, a waiting request ends at once, and a running one within a moment.
    ///
    /// - Returns: A fragmented MP4 file. The host doesn't read it.
    /// - Throws: `unreadable` if the file ends before the part or can't be decoded there, `unsupported` if the packets
    ///   can't be copied, `limitExceeded` or `cancelled`.
    package func part(
        descriptor: Int32, present: PresentBytes? = nil, _ request: MoviePartRequest,
        cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Data {
        try ask(.work(.part(request), present), descriptor, .video, cancellation) { reply, memory throws(MediaError) in
            guard case .part(let byteCount) = reply, let memory else { return nil }
            return try SharedMemory.bytes(in: memory, count: byteCount)
        }
    }

    /// Decodes frames that are evenly spread over a movie, at the middles of equal spans. The caller keeps and closes
    /// the descriptor.
    ///
    /// - Returns: One picture for each frame, all of the same size.
    package func frames(
        descriptor: Int32, present: PresentBytes? = nil, _ request: MovieFramesRequest,
        cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        try ask(.work(.frames(request), present), descriptor, .video, cancellation) {
            reply, memory throws(MediaError) in
            guard case .pictures(let layout) = reply, let memory else { return nil }
            let pictures = try SharedMemory.pictures(in: memory, layout, for: request.sizes)
            guard let first = pictures.first, pictures.allSatisfy({ $0.size == first.size }) else { return nil }
            return Rendering(pictures: pictures, orientation: layout.orientation, damage: layout.damage)
        }
    }
}
