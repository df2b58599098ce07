package import Foundation
import SystemCalls
package import SystemPackage

/// A file that is found to be sent to another library.
package struct PushedFile: Sendable {
    /// The absolute path, for people. Other programs' names may not be UTF-8.
    package let path: String
    package let location: FilePath
    package let name: String
    /// Bytes.
    package let size: Int64
    package let modificationDate: Date

    /// Whether the file describes another one.
    package var isSidecar: Bool { IngestRules.isSidecar(name) }
}

/// What is found in the folders that are sent to another library.
package enum PushFinding: Sendable {
    case file(PushedFile)
    /// Neither a photo, nor a video, nor a file that describes one, by its name.
    case ignored(path: String)
    case unreadable(path: String, reason: String)
    /// A folder of another program, which isn't entered.
    case skippedFolder(path: String)
}

/// Finds the files that an import would read, by their names.
package struct PushedFiles {
    private let paths: [FilePath]

    package init(at paths: [String]) { self.paths = paths.map { FilePath($0) } }

    /// Calls `body` with each finding. Files that can be parts of one asset follow each other, because the receiving
    /// library sorts them into assets in their order.
    ///
    /// - Complexity: Memory grows with the names in one folder.
    package func find(_ body: (PushFinding) throws -> Void) throws {
        try FolderWalk(excluding: nil).walk(paths) { step in
            switch step {
            case .folder(let folder, let files):
                let groups = files.map { (group: UploadName.group(of: $0.name), file: $0) }
                for (_, file) in groups.sorted(by: { ($0.group, $0.file.name) < ($1.group, $1.file.name) }) {
                    let location = file.location(in: folder)
                    guard Self.isWanted(file.name) else {
                        try body(.ignored(path: location.text))
                        continue
                    }
                    try body(
                        .file(
                            PushedFile(
                                path: location.text, location: location, name: file.name, size: file.size,
                                modificationDate: Date(
                                    timeIntervalSince1970: Double(file.modificationTime) / 1_000_000_000))))
                }
            case .unreadable(let path, let reason): try body(.unreadable(path: path, reason: reason))
            case .nothing(let path), .link(let path): try body(.ignored(path: path))
            case .foreign(let path, _): try body(.skippedFolder(path: path))
            }
            return true
        }
    }

    /// Whether a file can be a photo, a video or a part of one, by its name.
    package static func isWanted(_ name: String) -> Bool {
        IngestRules.isMediaName(name) || IngestRules.isAdjustment(name) || name.lowercased().hasSuffix(".xmp")
    }
}
