import Foundation
import MediaRequests
import Video

/// Plans and makes the parts of a video, and the frames of its position bar.
enum MovieParts {
    static func plan(descriptor: Int32) -> MediaReply {
        do throws(MediaError) {
            return .partPlan(try MoviePartMaker.plan(descriptor: descriptor))
        } catch {
            return .failure(error)
        }
    }

    static func make(descriptor: Int32, _ request: MoviePartRequest, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without room for a part") }
            return try MoviePartMaker.make(descriptor: descriptor, request) { (bytes) throws(MediaError) in
                try SharedMemory.write(bytes, toStartOf: memory)
                return .part(byteCount: bytes.count)
            }
        } catch {
            return .failure(error)
        }
    }

    static func frames(descriptor: Int32, _ request: MovieFramesRequest, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without room for pictures") }
            let rendering = try MovieFrames.render(descriptor: descriptor, request)
            try SharedMemory.write(rendering.pictures, to: memory)
            return .pictures(PictureLayout(rendering))
        } catch {
            return .failure(error)
        }
    }
}
