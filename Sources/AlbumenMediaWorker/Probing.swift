import Imaging
import MediaContainers
import MediaRequests
import MotionPhotos
import Video

/// Probes a file as an image and, if it isn't one, as a video.
enum Probing {
    private static let motionPhotoTypes: Set = ["public.jpeg", "public.heic", "public.heif", "public.avif"]

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
            var probe = try ImageProber.probe(bytes, filename: filename)
            if let type = probe?.uniformTypeIdentifier, motionPhotoTypes.contains(type) {
                probe?.motionVideo = MotionPhoto.find(in: ByteView(bytes)).map(MediaProbe.MotionVideo.init)
            }
            return probe
        }
    }
}

extension MediaProbe.MotionVideo {
    fileprivate init(_ photo: MotionPhoto) {
        self.init(
            offset: Int64(photo.videoRange.lowerBound), size: Int64(photo.videoRange.count),
            photoTime: photo.stillTime)
    }
}
