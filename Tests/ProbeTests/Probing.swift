import AlbumenTestSupport
import Foundation
import Imaging
import MediaRequests
import Testing
import Video

/// Calls the probers as the worker does.
enum Probing {
    /// From memory of exactly the picture's length.
    static func picture(_ data: Data, named filename: String = "picture") throws(MediaError) -> MediaProbe? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
        defer { bytes.deallocate() }
        data.copyBytes(to: bytes)
        return try ImageProber.probe(UnsafeRawBufferPointer(bytes), filename: filename)
    }

    static func movie(_ data: Data, named filename: String = "movie") throws -> MediaProbe? {
        let folder = try TemporaryFolder()
        return try movie(at: folder.write(data, to: "movie"), named: filename)
    }

    static func movie(at file: URL, named filename: String? = nil) throws -> MediaProbe? {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        return try VideoProber.probe(
            descriptor: handle.fileDescriptor, filename: filename ?? file.lastPathComponent)
    }

    /// A file of the collection of real media, first as a picture, then as a movie.
    static func realMedia(_ path: String) throws -> MediaProbe? {
        let file = RealMedia.folder.appendingPathComponent(path)
        let data = try Data(contentsOf: file, options: .mappedIfSafe)
        return try picture(data, named: file.lastPathComponent) ?? movie(at: file)
    }

    /// Seconds since 2001 of a text in ISO 8601.
    static func instant(_ text: String) throws -> Double {
        try Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate
    }
}
