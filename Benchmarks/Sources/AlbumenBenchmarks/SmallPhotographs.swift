import Foundation

/// Creates folders of JPEGs, each a reduced photograph with a camera's EXIF and a unique comment.
struct SmallPhotographs {
    /// A reduced photograph in two parts, between which segments are inserted.
    private struct Source {
        let exif: Data
        let picture: Data
    }

    private let sources: [Source]

    /// - Parameters:
    ///   - photographs: The photographs. The files are copies of them in turn.
    ///   - width: The width in pixels. The height is three quarters of it.
    ///   - work: A folder for a temporary file.
    init(from photographs: [String], width: Int = 1024, work: URL) throws {
        sources = try photographs.map { photograph in
            guard let exif = JPEGSegments.exif(of: try Data(contentsOf: URL(fileURLWithPath: photograph))) else {
                throw BenchmarkFailure("\(photograph) has no EXIF")
            }
            let small = work.appendingPathComponent("small.jpg")
            let options = [
                "-v", "error", "-y", "-i", photograph, "-vf", "scale=\(width):\(width * 3 / 4)", "-q:v", "5",
                small.path,
            ]
            try Program(named: "ffmpeg").start(options).wait()
            return Source(exif: exif, picture: try Data(contentsOf: small))
        }
    }

    /// The mean size in bytes, including EXIF.
    var size: Int { sources.reduce(0) { $0 + $1.picture.count + $1.exif.count } / sources.count }

    func make(_ count: Int, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for number in 1...count {
            let source = sources[number % sources.count]
            let comment = JPEGSegments.comment("number \(number) of \(count)")
            let file = source.picture.prefix(2) + source.exif + comment + source.picture.dropFirst(2)
            try file.write(to: folder.appendingPathComponent(String(format: "IMG_%05d.JPG", number)))
        }
    }
}
