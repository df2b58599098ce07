import Albumen
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The events of a download that a browser waits for: `progress` with the fraction from 0 to 1, then `end` or `failed`.
/// If the browser goes, the download ends, unless others wait for the same originals.
struct DownloadProgress: Sendable {
    private let sources: [PictureSource]
    private let originals: RemoteOriginals

    init(_ sources: [PictureSource], originals: RemoteOriginals) {
        (self.sources, self.originals) = (sources, originals)
    }

    func body(_ context: GalleryContext) -> ResponseBody {
        ResponseBody { [self] writer in
            // Hummingbird sends the response's head with the first bytes.
            try await writer.write(ServerSentEvent.comment)
            let (fractions, continuation) = AsyncStream.makeStream(
                of: Double.self, bufferingPolicy: .bufferingNewest(1))
            let download = Task {
                defer { continuation.finish() }
                try await context.whileConnected {
                    try await originals.fetch(sources) { continuation.yield($0) }
                }
            }
            defer { download.cancel() }
            var last = -1
            for await fraction in fractions {
                let percent = Int(fraction * 100)
                guard percent > last else { continue }
                last = percent
                try await writer.write(Self.event("progress", ["fraction": fraction]))
            }
            do {
                try await download.value
                try await writer.write(Self.event("end", [String: String]()))
            } catch let error where !(error is CancellationError) {
                context.logger.warning("\(error)")
                let message = RefusalMiddleware.refusal(for: error, .get).message
                try await writer.write(Self.event("failed", ["message": message]))
            }
            try await writer.finish(nil)
        }
    }

    private static func event(_ name: String, _ data: some Encodable) throws -> ByteBuffer {
        let json = String(decoding: try JSONEncoder().encode(data), as: UTF8.self)
        var buffer = ByteBuffer()
        ServerSentEvent(name: name, identifier: "", data: json).write(to: &buffer)
        return buffer
    }
}
