import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

/// What a look at a file shows, without reading its bytes. Two looks that are equal have the same bytes between them, unless
/// a program writes through a mapping.
struct FileLook: Equatable {
    /// Whether a program has the file open for writing.
    enum Use: Equatable {
        case idle, written
        /// The kernel can't tell.
        case unknown
    }

    let file: FolderWalk.File
    /// Nanoseconds since 1970.
    let changeTime: Int64

    /// Whether a file that a walk found can be complete.
    static func isImportable(_ file: FolderWalk.File) -> Bool {
        // Browsers create an empty file under the final name first.
        file.size > 0 && !PartialFileName.isPartial(file.name)
    }

    /// Returns whether a program writes the file now, or has a file beside it that says so.
    static func use(of name: [UInt8], in folder: FilePath) -> Use {
        for ending in PartialFileName.companions
        where (try? Stat(folder.appending(name: name + Array(".\(ending)".utf8)))) != nil {
            return .written
        }
        let path = folder.appending(name: name)
        // Doesn't wait for the other end of a pipe that has taken the file's place.
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
            // The import reports why it can't be opened.
            return .unknown
        }
        defer { _ = Result { try file.close() } }
        return switch albumen_is_being_written(file.rawValue) {
        case 0: .idle
        case 1: .written
        default: .unknown
        }
    }
}

extension FileLook {
    /// Returns `nil` if there is no complete file of this name that an import would read.
    init?(named name: [UInt8], in folder: FilePath, _ walk: FolderWalk, within roots: [FilePath]) {
        guard let file = walk.file(named: name, in: folder, within: roots), Self.isImportable(file),
            let status = try? Stat(file.location(in: folder)), status.identity == file.identity
        else { return nil }
        self.file = file
        changeTime = status.changeTime
    }
}
