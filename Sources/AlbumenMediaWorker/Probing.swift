import Imaging
import MediaRequests
import Video

/// Probes a file as an image and, if it isn't one, as a video.
enum Probing {
    static func probe(descriptor: Int32, filename: String) -> MediaReply {
        do {
            if let probe = try probeImage(descriptor: descriptor, filename: filename) {
                return .probe(probe.withoutImpossibleClaims())
            }
            if let probe = try VideoProber.probe(descriptor: descriptor, filename: filename) {
                return .probe(probe.withoutImpossibleClaims())
            }
            return .failure(MediaError(.notMedia, "not a photo or video of a kind that albumen knows"))
        } catch {
            return .failure(error)
        }
    }

    private static func probeImage(descriptor: Int32, filename: String) throws(MediaError) -> MediaProbe? {
        try MappedFile.read(descriptor) { bytes throws(MediaError) in
            try ImageProber.probe(bytes, filename: filename)
        }
    }
}
