import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing
import Video

/// Calls the poster's renderer and the prober as the worker does.
enum Poster {
    static func rendering(
        at file: URL, _ sizes: [RenderRequest.Size] = [.full], source: RenderRequest.Source = .picture
    ) throws -> Rendering? {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let request = RenderRequest(filename: file.lastPathComponent, source: source, sizes: sizes)
        return try PosterRenderer.render(descriptor: handle.fileDescriptor, request)
    }

    static func rendering(
        _ data: Data, _ sizes: [RenderRequest.Size] = [.full], source: RenderRequest.Source = .picture
    ) throws -> Rendering? {
        let folder = try TemporaryFolder()
        return try rendering(at: folder.write(data, to: "movie"), sizes, source: source)
    }

    static func picture(at file: URL, _ size: RenderRequest.Size = .full) throws -> Bitmap {
        try #require(try rendering(at: file, [size])?.pictures.first)
    }

    static func picture(_ data: Data, _ size: RenderRequest.Size = .full) throws -> Bitmap {
        try #require(try rendering(data, [size])?.pictures.first)
    }

    /// The upright size that a probe tells.
    static func probedSize(at file: URL) throws -> PixelSize {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let probe = try #require(
            try VideoProber.probe(descriptor: handle.fileDescriptor, filename: file.lastPathComponent))
        return PixelSize(width: probe.pixelWidth, height: probe.pixelHeight)
    }

    /// The reason of the failure that a file must end in.
    static func failure(_ data: Data, source: RenderRequest.Source = .picture) throws -> MediaError {
        try #require(throws: MediaError.self) { try rendering(data, source: source) }
    }
}

extension FFmpeg {
    static let absence = Comment(rawValue: absenceReason)
}
