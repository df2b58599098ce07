import Foundation
import MediaRequests

/// Answers about parts of movies that no sound worker could send.
enum MoviePartAnswers {
    static func plan(_ name: String) -> MediaReply {
        var plan = MoviePartPlan(
            duration: 10, isCopied: false, pixelWidth: 64, pixelHeight: 48, hasSound: true, videoCodec: "avc1.640028")
        switch name {
        case "codec-with-header": plan.videoCodec = "avc1.640028\"\r\nSet-Cookie: a=b"
        case "negative-duration": plan.duration = -1
        case "no-size": plan.pixelWidth = 0
        default: break
        }
        return .partPlan(plan)
    }

    /// The filename is the number of written bytes and the number of reported bytes.
    static func part(_ request: MoviePartRequest, _ memory: Int32?) -> MediaReply {
        let numbers = request.filename.split(separator: ",").compactMap { Int($0) }
        guard let memory, numbers.count == 2 else { return .failure(MediaError(.notMedia, "there is no such deed")) }
        do throws(MediaError) {
            let bytes = [UInt8](repeating: 7, count: numbers[0])
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try result.get()
            return .part(byteCount: numbers[1])
        } catch {
            return .failure(error)
        }
    }
}
