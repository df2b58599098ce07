import Foundation
import MediaRequests

/// Answers to requests for properties that no sound worker sends.
enum ImageFileAnswers {
    static func answer(_ name: String, _ memory: Int32?) -> MediaReply {
        let image: [String: ImageProperty] = ["PixelWidth": .integer(4), "PixelHeight": .integer(3)]
        let sound = ImageFileDescription(type: "public.jpeg", isCutShort: false, properties: [:], images: [image])
        switch name {
        case "sound": return reply(sound.encoded, memory)
        case "cut": return reply(Array(sound.encoded.dropLast()), memory)
        case "more": return reply(sound.encoded + [0], memory)
        case "long": return .imageFile(byteCount: Int.max)
        case "empty": return .imageFile(byteCount: 0)
        case "no-images":
            return reply(
                ImageFileDescription(type: "public.jpeg", isCutShort: false, properties: [:], images: []).encoded,
                memory)
        case "no-size":
            return reply(
                ImageFileDescription(type: "public.jpeg", isCutShort: false, properties: [:], images: [[:]]).encoded,
                memory)
        case "deep":
            // A list of lists of lists.
            return reply(
                [UInt8](repeating: 0, count: 0) + (0..<5000).flatMap { _ in [5, 1, 0, 0, 0] as [UInt8] }, memory)
        default: return .failure(MediaError(.notMedia, "there is no such deed"))
        }
    }

    private static func reply(_ bytes: [UInt8], _ memory: Int32?) -> MediaReply {
        guard let memory else { return .failure(MediaError(.notMedia, "there is no memory")) }
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
        }
        if case .failure(let error) = result { return .failure(error) }
        return .imageFile(byteCount: bytes.count)
    }
}
