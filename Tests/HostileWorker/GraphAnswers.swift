import Foundation
import MediaRequests
import Pixels

/// Answers about image graphs that no sound worker could send.
enum GraphAnswers {
    /// The source's filename is the kind of the answer, the number of written bytes and the reported number: of bytes,
    /// or of the picture's width.
    static func answer(_ work: GraphWork, _ memory: Int32?) -> MediaReply {
        guard case .file(let filename, _) = work.sources.first, let memory else { return unknown }
        let parts = filename.split(separator: ",").map(String.init)
        guard parts.count == 3, let written = Int(parts[1]), let reported = Int(parts[2]) else { return unknown }
        do throws(MediaError) {
            let bytes = [UInt8](repeating: 7, count: written)
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try result.get()
        } catch {
            return .failure(error)
        }
        return switch parts[0] {
        case "file": .graphFile(byteCount: reported)
        case "pixels": .pictures(PictureLayout(size: PixelSize(width: reported, height: 8), hasAlpha: true))
        default: unknown
        }
    }

    private static let unknown = MediaReply.failure(MediaError(.notMedia, "there is no such deed"))
}
