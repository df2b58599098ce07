import Foundation
import Photos

/// `LibraryBenchmarks imageio MEDIA-FOLDER` reads the properties of 1,000 JPEGs through ImageIO, one after another, and
/// with one exiftool process. The files are those of the folder `jpeg`, or of the folder itself, and copies of them with
/// other names. exiftool must be installed.
enum ImagePropertyBenchmarks {
    private static let count = 1000
    private static let rounds = 3

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(mediaFolder: String) throws {
        let media = URL(fileURLWithPath: mediaFolder)
        let originals = try jpegs(in: media)
        guard !originals.isEmpty else { throw Failure(description: "There is no JPEG in \(media.path).") }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-imageio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [URL] = []
        for number in 0..<count {
            let file = folder.appendingPathComponent("\(number).jpg")
            try FileManager.default.linkItem(at: copy(originals[number % originals.count], into: folder), to: file)
            files.append(file)
        }
        try Data(files.map(\.path).joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("files"))
        var read = 0
        // Starts the worker.
        _ = properties(files[0])
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            read = 0
            ours.append(Measurement.seconds { for file in files where properties(file) != nil { read += 1 } })
            theirs.append(try Measurement.seconds { try exiftool(folder) })
        }
        print("properties of \(read) of \(count) JPEGs")
        Measurement(title: "properties of \(count) JPEGs", peer: "exiftool", goal: .rateAtLeast(10)).tell(ours, theirs)
    }

    private static func properties(_ file: URL) -> [String: Any]? {
        CGImageSourceCreateWithURL(file as CFURL, nil)
            .flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) as? [String: Any] }
    }

    /// Returns the JPEGs of a folder and of the folders in it.
    private static func jpegs(in folder: URL) throws -> [URL] {
        let own = folder.appendingPathComponent("jpeg")
        let start = FileManager.default.fileExists(atPath: own.path) ? own : folder
        let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
        return paths.sorted().filter { ["jpg", "jpeg"].contains(($0 as NSString).pathExtension.lowercased()) }
            .filter { !$0.hasPrefix("corrupt/") }.map { start.appendingPathComponent($0) }
    }

    /// Copies a file once, so that all files are on the same disk.
    private static func copy(_ file: URL, into folder: URL) throws -> URL {
        let name = "source-" + file.path.replacingOccurrences(of: "/", with: "-")
        let target = folder.appendingPathComponent(name)
        if !FileManager.default.fileExists(atPath: target.path) {
            try FileManager.default.copyItem(at: file, to: target)
        }
        return target
    }

    private static func exiftool(_ folder: URL) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["exiftool", "-json", "-q", "-q", "-@", folder.appendingPathComponent("files").path]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        program.waitUntilExit()
        guard !text.isEmpty else { throw Failure(description: "exiftool read nothing.") }
    }
}
