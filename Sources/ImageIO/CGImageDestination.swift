import AlbumenGraphics
import Foundation
import MediaRequests
import MediaWork
import Pixels

/// A file that is written from images and their properties, in the media worker. Use it on one thread at a time.
///
/// JPEG, HEIC, PNG and TIFF files contain one image. GIF and PNG files can contain the frames of an animation.
public final class CGImageDestination {
    private enum Target {
        case data(NSMutableData)
        case url(URL)
    }

    private struct Frame {
        enum Content {
            case image(CGImage)
            case source(CGImageSource, Int)
        }

        var content: Content
        var changes: ImageProperty
    }

    private let target: Target
    private let type: DestinationType
    private let count: Int
    private var changes = ImageProperty.dictionary([:])
    private var frames: [Frame] = []
    private var isFinished = false

    private init?(_ target: Target, _ type: CFString, _ count: Int) {
        guard let type = DestinationType(rawValue: type), count == 1 || (count > 1 && type.isAnimated) else {
            return nil
        }
        self.target = target
        self.type = type
        self.count = count
    }

    convenience init?(_ data: NSMutableData, _ type: CFString, _ count: Int) {
        self.init(.data(data), type, count)
    }

    convenience init?(_ url: URL, _ type: CFString, _ count: Int) {
        guard url.isFileURL else { return nil }
        self.init(.url(url), type, count)
    }

    func set(_ properties: CFDictionary?) {
        changes = changes.merged(with: .changes(properties))
    }

    func add(_ image: CGImage, _ properties: CFDictionary?) {
        guard frames.count < count else { return }
        frames.append(Frame(content: .image(image), changes: .changes(properties)))
    }

    func add(_ source: CGImageSource, _ index: Int, _ properties: CFDictionary?) {
        guard frames.count < count else { return }
        frames.append(Frame(content: .source(source, index), changes: .changes(properties)))
    }

    /// Writes the file once.
    func finalize() -> Bool {
        guard !isFinished, frames.count == count else { return false }
        let isAnimation = type == .gif || count > 1
        let file = WorkerCall.result { pool throws(MediaError) in
            isAnimation ? try self.animation(pool) : try self.file(self.frames[0], pool)
        }
        guard let file = try? file.get() else { return false }
        switch target {
        case .data(let data): data.setData(file)
        case .url(let url):
            do {
                try file.write(to: url, options: .atomic)
            } catch {
                return false
            }
        }
        isFinished = true
        return true
    }

    // MARK: One image

    private func file(_ frame: Frame, _ pool: WorkerPool) throws(MediaError) -> Data {
        let options = changes.merged(with: frame.changes)
        let input = try StillInput(content(of: frame), options, type)
        let request = GraphRequest(
            graph: ImageGraph(nodes: [.source(0)]),
            rectangle: GraphRectangle(
                x: 0, y: 0, width: Double(input.size.width), height: Double(input.size.height)),
            output: .file(input.file(type, options)), carriesMetadataOfSource: input.carriesMetadataOfSource,
            changes: input.changes)
        let rendering = try pool.render(request, sources: input.sources)
        guard let file = rendering.file else { throw MediaError(.unsupported, "The result isn't a file.") }
        return file
    }

    private func content(of frame: Frame) -> StillInput.Content {
        switch frame.content {
        case .image(let image): .image(image)
        case .source(let source, let index): .source(source, index)
        }
    }

    // MARK: Animations

    private func animation(_ pool: WorkerPool) throws(MediaError) -> Data {
        let key = type == .gif ? kCGImagePropertyGIFDictionary : kCGImagePropertyPNGDictionary
        let first = try bitmap(of: frames[0])
        let request = AnimationRequest(
            type: type == .gif ? .gif : .png, size: first.size, delays: frames.map { delay(of: $0, key) },
            loopCount: changes[key]?[kCGImagePropertyGIFLoopCount]?.integer)
        return try pool.encode(request) { index throws(MediaError) in
            index == 0 ? first : try self.bitmap(of: self.frames[index])
        }
    }

    private func bitmap(of frame: Frame) throws(MediaError) -> Bitmap {
        let longSide = changes.merged(with: frame.changes).longSideLimit
        switch frame.content {
        case .image(let image):
            return image.bitmap.scaled(to: image.bitmap.size.fitting(longSide: longSide ?? .max))
        case .source(let source, let index):
            return try source.render(
                index, size: longSide.map(RenderRequest.Size.longSide) ?? .full, keepsStoredOrientation: true)
        }
    }

    /// Returns the delay of a frame in seconds: the client's, that of the source, or a tenth of a second.
    private func delay(of frame: Frame, _ key: CFString) -> Double {
        var values = [frame.changes[key], changes[key]]
        if case .source(let source, let index) = frame.content, let properties = source.properties(at: index) {
            values += [
                properties[kCGImagePropertyGIFDictionary], properties[kCGImagePropertyPNGDictionary],
                properties["{WebP}"],
            ]
        }
        for value in values {
            let delay =
                value?[kCGImagePropertyGIFUnclampedDelayTime]?.number ?? value?[kCGImagePropertyGIFDelayTime]?.number
            if let delay, delay >= 0 { return min(655, delay) }
        }
        return 0.1
    }
}

/// A format that destinations write.
enum DestinationType: String, CaseIterable {
    case jpeg = "public.jpeg"
    case heic = "public.heic"
    case png = "public.png"
    case tiff = "public.tiff"
    case gif = "com.compuserve.gif"

    /// Whether files can have several images.
    var isAnimated: Bool { self == .gif || self == .png }
}
