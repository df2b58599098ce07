import AlbumenTestSupport
import Foundation

/// Photos of several sizes in a folder. Their names and order on the disk don't depend on their capture dates.
final class SamplePhotos: Sendable {
    private static let shapes = [(480, 320), (320, 480), (400, 400), (640, 360), (400, 300)]

    /// The names, the newest first. The photos were taken a minute apart, on two days.
    let names: [String]
    private let folder: TemporaryFolder

    init(count: Int) throws {
        folder = try TemporaryFolder()
        let pictures = try Self.shapes.map { try SampleMedia.photograph(width: $0.0, height: $0.1) }
        var generator = SeededGenerator(seed: 4)
        names = (0..<count).map { "IMG_\(1000 + $0).JPG" }.shuffled(using: &generator)
        for (rank, name) in names.enumerated() {
            let day = rank < count / 2 ? "08" : "07"
            let minute = 59 - rank % 60
            let exif = SampleMedia.Exif(
                dateTimeOriginal: "2024:05:\(day) 09:\(minute < 10 ? "0" : "")\(minute):04",
                offsetTimeOriginal: "+08:00", latitude: 31.23, longitude: 121.47)
            try folder.write(SampleMedia.inserting(exif, into: pictures[rank % pictures.count]), to: name)
        }
    }

    /// Adds a file that was taken before all others.
    func add(_ data: Data, named name: String) throws {
        try folder.write(data, to: name)
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: folder.file(name).path(percentEncoded: false))
    }

    /// Returns the bytes of a file.
    func data(of name: String) throws -> Data {
        try Data(contentsOf: folder.file(name))
    }

    /// Imports them with the real worker.
    func makeLibrary() throws -> TemporaryLibrary {
        let library = try TemporaryLibrary()
        try library.importPaths([folder.path])
        return library
    }
}

extension SampleMedia {
    /// Returns a JPEG with metadata.
    static func inserting(_ exif: SampleMedia.Exif, into jpeg: Data) -> Data {
        let content = Array("Exif\0\0".utf8) + ExifBlock.bytes(exif)
        let segment = [0xFF, 0xE1] + SampleMedia.bigEndian16(content.count + 2) + content
        return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    }
}
