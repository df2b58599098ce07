import AlbumenGraphics
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// The file of a client's image. Reads the format at once, and decodes the pixels on first use. Any thread can call
/// it.
///
/// The file may be hostile, so the worker reads it, within its limits.
final class ImageFile: Sendable {
    private enum Content {
        case encoded(Data)
        case decoded(CGImage)
    }

    /// The size in pixels, without the file's orientation.
    let size: PixelSize
    let orientation: UIImage.Orientation
    private let filename: String
    private let content: Mutex<Content>

    /// Returns `nil` if the bytes contain no image.
    convenience init?(_ bytes: Data) {
        guard !bytes.isEmpty,
            let probe = WorkerCall.run({ pool throws(MediaError) in try pool.probe(bytes, filename: "") })
        else { return nil }
        self.init(bytes, "", probe)
    }

    /// Returns `nil` if there is no such file or it contains no image. The object doesn't need the file afterwards.
    convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let filename = URL(fileURLWithPath: path).lastPathComponent
        guard let bytes = Data(mapping: descriptor),
            let probe = WorkerCall.run({ pool throws(MediaError) in
                try pool.probe(descriptor: descriptor, filename: filename)
            })
        else { return nil }
        self.init(bytes, filename, probe)
    }

    private init?(_ bytes: Data, _ filename: String, _ probe: MediaProbe) {
        guard probe.kind == .image else { return nil }
        self.filename = filename
        orientation = UIImage.Orientation(exif: probe.orientation)
        let turn = PictureTurn(orientation: probe.orientation)
        guard probe.isRAW else {
            // The probed size is upright. Applying the orientation again restores the stored size, because it only
            // exchanges the sides.
            size = turn.turned(PixelSize(width: probe.pixelWidth, height: probe.pixelHeight))
            content = Mutex(.encoded(bytes))
            return
        }
        // Only the decoder knows whether the image is the sensor's or the camera's preview, which is a little
        // smaller.
        guard let image = Self.decode(bytes, filename, orientation) else { return nil }
        size = image.bitmap.size
        content = Mutex(.decoded(image))
    }

    /// The stored pixels, decoded once, or `nil` if decoding fails. Blocks.
    var image: CGImage? {
        content.withLock { content in
            switch content {
            case .decoded(let image): return image
            case .encoded(let bytes):
                // Doesn't keep a failure, because its cause may be temporary.
                guard let image = Self.decode(bytes, filename, orientation) else { return nil }
                content = .decoded(image)
                return image
            }
        }
    }

    /// Returns the upright image, with both sides at least as long as in `wanted`. Decodes no more than needed and
    /// doesn't keep the result. Blocks.
    func picture(covering wanted: PixelSize) -> Bitmap? {
        let upright = PictureTurn(orientation: orientation.exif).turned(size)
        let scale = max(Double(wanted.width) / Double(upright.width), Double(wanted.height) / Double(upright.height))
        let bytes: Data? = content.withLock { content in
            guard case .encoded(let bytes) = content, scale < 1 else { return nil }
            return bytes
        }
        guard let bytes else { return image?.bitmap.upright(from: orientation.exif) }
        // One more pixel, so that rounding can't make the shorter side too short.
        let longSide = Int((Double(upright.longSide) * scale).rounded(.up)) + 1
        return Self.render(bytes, RenderRequest(filename: filename, sizes: [.longSide(longSide)]))?.pictures.first
    }

    private static func decode(_ bytes: Data, _ filename: String, _ orientation: UIImage.Orientation) -> CGImage? {
        let request = RenderRequest(filename: filename, sizes: [.full], keepsStoredOrientation: true)
        guard let rendering = render(bytes, request), rendering.orientation == orientation.exif else { return nil }
        return rendering.pictures.first.map(CGImage.init)
    }

    private static func render(_ bytes: Data, _ request: RenderRequest) -> Rendering? {
        WorkerCall.run { pool throws(MediaError) in try pool.render(bytes, request) }
    }
}

extension Data {
    /// Maps the bytes of a regular file without reading them. Returns `nil` for an empty file and any other kind of
    /// file. Only system calls read the bytes; if the file is truncated meanwhile, they fail with an error instead of
    /// a signal.
    fileprivate init?(mapping descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { return nil }
        self.init(
            bytesNoCopy: base, count: Int(status.st_size), deallocator: .custom { base, count in munmap(base, count) })
    }
}
