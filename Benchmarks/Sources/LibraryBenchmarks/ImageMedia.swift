import Albumen
import Foundation
import MediaWork
import Pixels

/// What the image benchmarks ask for: photographs of 12 megapixels, and small pictures made of them, in libraries beside them.
struct ImageMedia {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let smallCount = 10_000
    private static let smallLongSide = 320

    /// By path, in the page cache.
    let photographs: [String]
    private let work: URL

    /// Lends the media. What was made of them is removed afterwards.
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

    /// A new library of small pictures, no two of the same bytes.
    ///
    /// - Returns: its folder.
    func smallLibrary(makesThumbnails: Bool) throws -> String {
        let pictures = work.appendingPathComponent("small", isDirectory: true)
        if !FileManager.default.fileExists(atPath: pictures.path) { try makeSmallPictures(in: pictures) }
        return try library(of: pictures, count: Self.smallCount, makesThumbnails: makesThumbnails)
    }

    /// A new library of the photographs, without their thumbnails.
    ///
    /// - Returns: its folder.
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

    /// Each photograph made small once, and then as often as needed with a comment that no other has.
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
