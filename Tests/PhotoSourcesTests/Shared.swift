import AlbumenTestSupport
import Foundation

/// The material beside the project. Tests that need it are skipped where it's absent.
enum Shared {
    static let folder = RealMedia.folder.deletingLastPathComponent()
    static let media = RealMedia.folder

    static let appleLibraries = folder.appending(path: "media/apple", directoryHint: .isDirectory)
    static let appleKnown = folder.appending(path: "spec/apple-known", directoryHint: .isDirectory)
    static let sidecars = folder.appending(path: "media/sidecars", directoryHint: .isDirectory)
    static let takeoutNames = folder.appending(path: "spec/takeout-names.tsv")

    static var hasAppleLibraries: Bool { FileManager.default.fileExists(atPath: appleLibraries.path) }
    static var hasSidecars: Bool { FileManager.default.fileExists(atPath: sidecars.path) }
    static var hasTakeoutNames: Bool { FileManager.default.fileExists(atPath: takeoutNames.path) }

    static func sidecar(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: sidecars.appending(path: name)))
    }
}
