import Albumen
import Foundation
import MediaRequests
import MediaWork
import Pixels

/// The photos for image benchmarks: photographs of 12 megapixels, small pictures made of them, and their libraries.
struct ImageMedia {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let smallCount = 10_000
    private static let smallLongSide = 320

    /// The paths. The files are in the page cache.
    let photographs: [String]
    private let work: URL

    /// Calls `body` with the media. Deletes all files made of them afterwards.
    static func withMedia(in folder: String, _ body: (ImageMedia) throws -> Void) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let photographFolder = folder.appendingPathComponent("jpeg").path
        let photographs = try FileManager.default.contentsOfDirectory(atPath: photographFolder).sorted()
            .map { "\(photographFolder)/\($0)" }
        for path in photographs { _ = try Data(contentsOf: URL(fileURLWithPath: path)).count }
        let work = folder.appendingPathComponent("work-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: work) }
        try body(ImageMedia(photographs: photographs, work: work))
    }

    /// Creates a library of small pictures that all have different bytes.
    ///
    /// - Returns: The library's folder.
    func smallLibrary(makesThumbnails: Bool) throws -> String {
        let pictures = work.appendingPathComponent("small", isDirectory: true)
        if !FileManager.default.fileExists(atPath: pictures.path) { try makeSmallPictures(in: pictures) }
        return try library(of: pictures, count: Self.smallCount, makesThumbnails: makesThumbnails)
    }

    /// Creates a library of the photographs without thumbnails.
    ///
    /// - Returns: The library's folder.
    func photographLibrary() throws -> String {
        let folder = URL(fileURLWithPath: photographs[0]).deletingLastPathComponent()
        return try library(of: folder, count: photographs.count, makesThumbnails: false)
    }

    private func library(of pictures: URL, count: Int, makesThumbnails: Bool) throws -> String {
        let folder = work.appendingPathComponent("library-\(UUID().uuidString)", isDirectory: true)
        let library = try Library(at: folder)
        let summary = try library.importFiles(at: [pictures], makesThumbnails: makesThumbnails)
        try library.close()
        guard summary.imported == count else {
            throw Failure(description: "Of \(count) pictures \(summary.imported) came in.")
        }
        return folder.path
    }

    /// Reduces each photograph once, and then writes copies of it, each with a unique comment.
    private func makeSmallPictures(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let workers = try WorkerPool.shared()
        let request = RenderRequest(filename: "IMG.JPG", sizes: [.longSide(Self.smallLongSide)])
        let pictures = try photographs.map { path in
            let photograph = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
            return try JPEGCodec.encode(try workers.render(photograph, request).pictures[0], quality: 90)
        }
        for number in 0..<Self.smallCount {
            let picture = pictures[number % pictures.count]
            let comment = Data("number \(number)".utf8)
            let segment = Data([0xFF, 0xFE, 0, UInt8(comment.count + 2)]) + comment
            try (picture.prefix(2) + segment + picture.dropFirst(2))
                .write(to: folder.appendingPathComponent(String(format: "IMG_%05d.JPG", number)))
        }
    }
}
