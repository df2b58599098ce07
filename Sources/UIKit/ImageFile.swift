import AlbumenGraphics
import Foundation
import MediaWork
import Pixels
import Synchronization

/// A client's file: what it is is found out at once, its pixels are decoded when they are first asked for.
///
/// It is as hostile as any file, so the worker reads it, within its limits. Any thread may ask.
final class ImageFile: Sendable {
    private enum Content {
        case encoded(Data)
        case decoded(CGImage)
    }

    /// Pixels, as the file stores them.
    let size: PixelSize
    let orientation: UIImage.Orientation
    private let filename: String
    private let content: Mutex<Content>

    /// Nil for bytes that are no picture's.
    convenience init?(_ bytes: Data) {
        guard !bytes.isEmpty,
            let probe = WorkerCall.run({ pool throws(MediaError) in try pool.probe(bytes, filename: "") })
        else { return nil }
        self.init(bytes, "", probe)
    }

    /// Nil where there is no such file, or none with a picture. The file may be removed afterwards.
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
            // To turn the upright size is to turn it back: only its sides change places.
            size = turn.turned(PixelSize(width: probe.pixelWidth, height: probe.pixelHeight))
            content = Mutex(.encoded(bytes))
            return
        }
        // Only the decoder knows whether the picture is the sensor's or the camera's own, which is a little smaller.
        guard let image = Self.decode(bytes, filename, orientation) else { return nil }
        size = image.bitmap.size
        content = Mutex(.decoded(image))
    }

    /// The pixels as they are stored, decoded once; nil where they cannot be. Blocks.
    var image: CGImage? {
        content.withLock { content in
            switch content {
            case .decoded(let image): return image
            case .encoded(let bytes):
                // A failure is not kept: it may be that of a busy moment.
                guard let image = Self.decode(bytes, filename, orientation) else { return nil }
                content = .decoded(image)
                return image
            }
        }
    }

    /// The upright picture, at least as large on both sides as asked: what is not yet decoded is decoded no larger than
    /// needed, and not kept. Blocks.
    func picture(covering wanted: PixelSize) -> Bitmap? {
        let upright = PictureTurn(orientation: orientation.exif).turned(size)
        let scale = max(Double(wanted.width) / Double(upright.width), Double(wanted.height) / Double(upright.height))
        let bytes: Data? = content.withLock { content in
            guard case .encoded(let bytes) = content, scale < 1 else { return nil }
            return bytes
        }
        guard let bytes else { return image?.bitmap.upright(from: orientation.exif) }
        // One pixel more, so that no rounding leaves the shorter side too short.
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
    /// A regular file's bytes without reading them; nil for any other file, and for an empty one. They are handed on to
    /// the system alone, which answers with an error, and no signal, should the file have been cut short meanwhile.
    fileprivate init?(mapping descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { return nil }
        self.init(
            bytesNoCopy: base, count: Int(status.st_size), deallocator: .custom { base, count in munmap(base, count) })
    }
}
