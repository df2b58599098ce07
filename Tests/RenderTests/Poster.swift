import AlbumenTestSupport
import Foundation
import MediaWork
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

/// The program that makes and decodes movies of kinds that the project's own samples have not. A clone may be without.
enum FFmpeg {
    static let executable = URL(fileURLWithPath: "/usr/bin/ffmpeg")

    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

    static let absence: Comment = "the program ffmpeg (/usr/bin/ffmpeg) is not there to make and decode movies"

    /// - Returns: whether it did what it was asked, to its own account.
    static func run(_ arguments: [String]) throws -> Bool {
        let outcome = try ProgramRun.run(
            executable, ["-nostdin", "-v", "error", "-y"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        return outcome.exitStatus == 0
    }

    /// Makes a movie; nil where this FFmpeg has not the encoder.
    static func movie(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) throws -> URL? {
        let file = folder.file(name)
        guard try run(arguments + [file.path]) else { return nil }
        return file
    }
}
