import Foundation

/// Creates folders of JPEGs of about 100 KB. Each is a reduced photograph with a camera's EXIF and a unique comment.
struct SmallPhotographs {
    private let exif: Data
    private let picture: Data

    /// - Parameter work: A folder for a temporary file.
    init(from photograph: String, work: URL) throws {
        guard let exif = JPEGSegments.exif(of: try Data(contentsOf: URL(fileURLWithPath: photograph))) else {
            throw BenchmarkFailure("\(photograph) has no EXIF")
        }
        self.exif = exif
        let small = work.appendingPathComponent("small.jpg")
        let options = ["-v", "error", "-i", photograph, "-vf", "scale=1024:768", "-q:v", "5", small.path]
        try Program(named: "ffmpeg").start(options).wait()
        picture = try Data(contentsOf: small)
    }

    /// The size in bytes, including EXIF.
    var size: Int { picture.count + exif.count }

    func make(_ count: Int, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for number in 1...count {
            let comment = JPEGSegments.comment("number \(number) of \(count)")
            let file = picture.prefix(2) + exif + comment + picture.dropFirst(2)
            try file.write(to: folder.appendingPathComponent(String(format: "IMG_%05d.JPG", number)))
        }
    }
}
