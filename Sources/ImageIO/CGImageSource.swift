import AlbumenGraphics
import Foundation
package import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// The images in a file or in memory, which the media worker reads.
///
/// The worker reads the format and the properties on first use, and decodes an image when it's requested. Each of these
/// calls blocks its thread. Any thread can use a source.
///
/// The pixels are in sRGB, as in every `CGImage` of this library. The images of HEIF and AVIF files are upright, and
/// their orientation is 1. Images of other files keep the stored orientation, as on Apple's platforms.
///
/// GIF, PNG and WebP files can have several images, the frames of an animation. Every other file has one.
public final class CGImageSource: Sendable {
    private enum Content {
        case data(Data)
        case file(GraphSourceFile)
    }

    private struct State {
        var content: Content
        var isFinal: Bool
        /// The description, or the reason why there is none. `nil` if the worker hasn't read the content.
        var description: Result<ImageFileDescription, MediaError>?
        var images: [Int: CGImage] = [:]
        /// The frame that was decoded last, and those that were decoded with it.
        var lastFrame: Int?
        var upcomingFrames: [Int: Bitmap] = [:]
    }

    private let state: Mutex<State>
    private let filename: String

    init(_ data: Data, isFinal: Bool = true) {
        state = Mutex(State(content: .data(data), isFinal: isFinal))
        filename = ""
    }

    /// Returns `nil` if there is no regular file.
    convenience init?(url: URL) {
        guard url.isFileURL, let file = GraphSourceFile(path: url.path) else { return nil }
        self.init(file, url.lastPathComponent)
    }

    /// Returns `nil` for pixels and for a descriptor of the caller.
    package convenience init?(_ source: GraphSource) {
        switch source {
        case .data(let data, _, _): self.init(data)
        case .openFile(let file, let filename, _): self.init(file, filename)
        case .file, .pixels, .frame: return nil
        }
    }

    private init(_ file: GraphSourceFile, _ filename: String) {
        state = Mutex(State(content: .file(file), isFinal: true))
        self.filename = filename
    }

    /// Replaces the bytes of an incremental source.
    func update(_ data: Data, isFinal: Bool) {
        state.withLock { state in
            guard !state.isFinal else { return }
            state = State(content: .data(data), isFinal: isFinal)
        }
    }

    // MARK: Description

    private func described() -> Result<ImageFileDescription, MediaError> {
        state.withLock { state in
            if let description = state.description { return description }
            let content = state.content
            let description = WorkerCall.result { pool throws(MediaError) in
                switch content {
                case .data(let data):
                    guard !data.isEmpty else { throw MediaError(.notMedia, "The image source has no bytes.") }
                    return try pool.describeImage(data, filename: filename)
                case .file(let file):
                    return try pool.describeImage(descriptor: file.descriptor, filename: filename)
                }
            }
            // The cause of other errors may be temporary.
            if (try? description.get()) != nil || description.isFaultOfFile { state.description = description }
            return description
        }
    }

    package var description: ImageFileDescription? { try? described().get() }

    var count: Int { description?.images.count ?? 0 }

    func properties(at index: Int) -> [String: ImageProperty]? {
        description.flatMap { $0.images.indices.contains(index) ? $0.images[index] : nil }
    }

    var status: CGImageSourceStatus {
        let (isFinal, count) = state.withLock { state in
            switch state.content {
            case .data(let data): (state.isFinal, data.count)
            case .file: (state.isFinal, Int.max)
            }
        }
        switch described() {
        case .success(let description):
            if !isFinal { return .statusIncomplete }
            return description.isCutShort ? .statusUnexpectedEOF : .statusComplete
        case .failure(let error):
            // The longest signature is shorter than this.
            if !isFinal, error.code == .unreadable || count < 32 { return .statusReadingHeader }
            return error.code == .notMedia ? .statusUnknownType : .statusInvalidData
        }
    }

    // MARK: Images

    /// Decodes an image.
    ///
    /// - Parameters:
    ///   - keepsStoredOrientation: Whether to return the pixels as they are stored. Otherwise, the image is upright.
    func render(
        _ index: Int, source: RenderRequest.Source = .picture, size: RenderRequest.Size, keepsStoredOrientation: Bool
    ) throws(MediaError) -> Bitmap {
        guard let description, description.images.indices.contains(index) else {
            throw MediaError(.notMedia, "The image source has no image with the index \(index).")
        }
        if size == .full, source == .picture, description.images.count > 1 { return try frame(index, description) }
        let request = RenderRequest(
            filename: filename, source: source, sizes: [size], keepsStoredOrientation: keepsStoredOrientation,
            frames: description.images.count > 1 ? index..<index + 1 : nil)
        return try pictures(request)[0]
    }

    /// Decodes a frame in full size. Frames depend on earlier ones, so a client that reads them in order gets several
    /// from one decode.
    private func frame(_ index: Int, _ description: ImageFileDescription) throws(MediaError) -> Bitmap {
        // The bytes of an incremental source can change during a decode.
        let (kept, isInOrder) = state.withLock { state in
            defer { state.lastFrame = index }
            return (
                state.upcomingFrames.removeValue(forKey: index), state.isFinal && state.lastFrame == index - 1
            )
        }
        if let kept { return kept }
        let size = PixelSize(
            width: description.images[index]["PixelWidth"]?.integer ?? 1,
            height: description.images[index]["PixelHeight"]?.integer ?? 1)
        let length = size.width * size.height * Bitmap.bytesPerPixel
        let limit = isInOrder ? max(1, min(Self.frameCountLimit, Self.frameBudgetInBytes / max(1, length))) : 1
        let indexes = index..<min(description.images.count, index + limit)
        func request(_ indexes: Range<Int>) -> RenderRequest {
            RenderRequest(
                filename: filename, sizes: [.longSide(size.longSide)], keepsStoredOrientation: true, frames: indexes)
        }
        // One of the later frames may be damaged.
        guard indexes.count > 1, let frames = try? pictures(request(indexes)) else {
            return try pictures(request(index..<index + 1))[0]
        }
        state.withLock { state in
            state.upcomingFrames = Dictionary(uniqueKeysWithValues: zip(indexes, frames).dropFirst())
        }
        return frames[0]
    }

    private static let frameCountLimit = 64
    /// The memory for frames that the client hasn't read.
    private static let frameBudgetInBytes = 64 << 20

    /// - Returns: At least one image.
    private func pictures(_ request: RenderRequest) throws(MediaError) -> [Bitmap] {
        let content = state.withLock { $0.content }
        let rendering = try WorkerCall.result { pool throws(MediaError) in
            switch content {
            case .data(let data): try pool.render(data, request)
            case .file(let file): try pool.render(descriptor: file.descriptor, request)
            }
        }.get()
        guard !rendering.pictures.isEmpty else { throw MediaError(.unreadable, "The image can't be decoded.") }
        return rendering.pictures
    }

    func image(at index: Int, isCached: Bool) -> CGImage? {
        if let image = state.withLock({ $0.images[index] }) { return image }
        guard let bitmap = try? render(index, size: .full, keepsStoredOrientation: true) else { return nil }
        let image = CGImage(bitmap, fileType: description?.type)
        if isCached { state.withLock { if $0.isFinal { $0.images[index] = image } } }
        return image
    }

    func removeCache(at index: Int) {
        state.withLock { _ = $0.images.removeValue(forKey: index) }
    }

    /// The file as a source of a graph.
    package func graphSource(appliesOrientation: Bool) -> GraphSource {
        switch state.withLock({ $0.content }) {
        case .data(let data): .data(data, filename: filename, appliesOrientation: appliesOrientation)
        case .file(let file): .openFile(file, filename: filename, appliesOrientation: appliesOrientation)
        }
    }
}

/// The state of an image source or of one of its images.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends before its image does.
    case statusUnexpectedEOF = -5
    /// The file has the signature of an image, but no image can be read.
    case statusInvalidData = -4
    /// The file isn't an image of a known format.
    case statusUnknownType = -3
    /// An incremental source has too few bytes for the image's size.
    case statusReadingHeader = -2
    /// An incremental source doesn't have all bytes.
    case statusIncomplete = -1
    case statusComplete = 0
}

extension Result<ImageFileDescription, MediaError> {
    /// Whether reading the same bytes again would fail, too.
    fileprivate var isFaultOfFile: Bool {
        guard case .failure(let error) = self else { return false }
        return [.notMedia, .unreadable, .unsupported, .limitExceeded].contains(error.code)
    }
}
