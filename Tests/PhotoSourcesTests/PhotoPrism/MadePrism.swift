import Foundation
import SystemCalls
import SystemPackage

@testable import PhotoSources

/// A small storage of PhotoPrism that a test makes, with its originals.
final class MadePrism {
    static let serial = "zr0qs1nd3i8yd8ic"

    let folder: TestFolder

    init(serial: String? = MadePrism.serial) throws {
        folder = try TestFolder()
        for name in ["originals", "storage/sidecar", "storage/albums", "storage/cache"] { _ = try folder.folder(name) }
        if let serial { try folder.write(Data(serial.utf8), to: "storage/serial") }
    }

    static func identifier(_ number: Int) -> String {
        let digits = String(number)
        return "pqnkwgd18g" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Adds a photo as PhotoPrism writes it, with an original.
    ///
    /// - Returns: Its identity.
    @discardableResult
    func addPhoto(
        _ number: Int, _ yaml: String = "", keywords: String = "\"\"", details: String = "", type: String = "image",
        folder: String = "2018/01/",
        endings: [String] = ["jpg"], takenAt: String = "2018-01-01T00:02:53Z"
    ) throws -> String {
        let text = """
            TakenAt: \(takenAt)
            UID: \(Self.identifier(number))
            Type: \(type)
            Title: Beaverton / USA / 2018
            \(yaml.isEmpty ? "" : yaml + "\n")Year: 2018
            Month: 1
            Day: 1
            Details:
              Keywords: \(keywords)
            \(details.isEmpty ? "" : details + "\n")UpdatedAt: 2021-01-27T05:55:26.606953386Z

            """
        try writeYAML(text, to: "\(folder)IMG_\(number).yml")
        for ending in endings {
            try self.folder.write(Data("photo".utf8), to: "originals/\(folder)IMG_\(number).\(ending)")
        }
        return Self.identifier(number)
    }

    func writeYAML(_ text: String, to name: String) throws {
        try folder.write(Data(text.utf8), to: "storage/sidecar/\(name)")
    }

    func writeOriginal(_ name: String, _ text: String = "photo") throws {
        try folder.write(Data(text.utf8), to: "originals/\(name)")
    }

    /// Makes a symbolic link.
    ///
    /// - Parameters:
    ///   - name: The path in the folder.
    ///   - target: A path in the folder, or an absolute one.
    func link(_ name: String, to target: String) throws {
        let target = target.hasPrefix("/") ? target : folder.url.appending(path: target).path
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: name).path, withDestinationPath: target)
    }

    func addAlbum(
        _ identifier: String, _ title: String, _ yaml: String = "", type: String = "album", photos: [String] = [],
        in albums: String = "storage/albums"
    ) throws {
        let text = """
            UID: \(identifier)
            Slug: slug
            Type: \(type)
            Title: \(title)
            \(yaml.isEmpty ? "" : yaml + "\n")Country: zz
            CreatedAt: 2021-01-27T05:55:25Z
            \(photos.isEmpty ? "" : "Photos:\n" + photos.map { "- \($0)\n" }.joined())
            """
        try folder.write(Data(text.utf8), to: "\(albums)/\(type)/\(identifier).yml")
    }

    func open(_ options: PhotoPrismOptions = PhotoPrismOptions()) throws -> any PhotoSource {
        try PhotoPrism.open(folder.path, options: options, temporaryFolder: folder.path)
    }

    func items(_ options: PhotoPrismOptions = PhotoPrismOptions()) throws -> [SourceItem] {
        try MadeCatalog.items(open(options))
    }

    func item(_ options: PhotoPrismOptions = PhotoPrismOptions()) throws -> SourceItem {
        let items = try items(options)
        guard items.count == 1 else { throw TestFailure("\(items.count) items instead of one") }
        return items[0]
    }

    func others() throws -> [String] { try open().otherDifferences.map(MadeLightroom.text) }

    /// The paths in the originals of the files that belong to no item, sorted.
    func unknownFiles(_ options: PhotoPrismOptions = PhotoPrismOptions()) throws -> [String] {
        let root = try folder.path.resolved().appending("originals").string + "/"
        return try open(options).unknownFiles.map { path in
            guard path.string.hasPrefix(root) else { throw TestFailure("\(path) isn't below \(root)") }
            return String(path.string.dropFirst(root.count))
        }.sorted()
    }
}
