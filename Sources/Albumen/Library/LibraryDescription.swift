import BlobStore
import Foundation

/// The file `library.json`, which makes a folder a library.
struct LibraryDescription: Codable, Equatable {
    static let fileName = "library.json"
    static let currentFormat = 1

    var format: Int
    /// Tells this library from every other.
    var identifier: String

    /// Reads the description of the library in `folder`; nil where there is none.
    static func read(from folder: URL) throws -> LibraryDescription? {
        let file = folder.appendingPathComponent(fileName)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let description: LibraryDescription
        do {
            description = try JSONDecoder().decode(LibraryDescription.self, from: Data(contentsOf: file))
        } catch {
            throw LibraryError(
                .notALibrary, "\(file.path) is damaged (\(error)). Restore it from a backup; the photos are untouched.")
        }
        guard description.format <= currentFormat else {
            throw LibraryError(
                .newerFormat,
                "The library \(folder.path) has format \(description.format), and this albumen reads up to "
                    + "\(currentFormat). Update albumen to open it.")
        }
        return description
    }

    /// Makes the description of a new library. Where another process was quicker, its description stays.
    static func make(in folder: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let description = LibraryDescription(format: currentFormat, identifier: UUID().uuidString)
        let own = folder.appendingPathComponent("\(fileName).\(description.identifier)")
        try DurableFile.write(encoder.encode(description), to: own)
        defer { unlink(own.path) }
        guard link(own.path, folder.appendingPathComponent(fileName).path) == 0 || errno == EEXIST else {
            throw LibraryError(
                .notALibrary, "The library \(folder.path) cannot be made: \(String(cString: strerror(errno))).")
        }
    }

    /// Whether a file in a library's folder is one that a process, maybe a killed one, left while making the library, or the
    /// folder of snapshots, which outlives a catalog.
    static func isOwnName(_ name: String) -> Bool {
        name.hasPrefix(fileName) || name == SnapshotFolder.name
    }
}
