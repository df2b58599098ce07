import Foundation
import SystemCalls
import SystemPackage

/// The target folder of an export and the folders in it. Used by one thread.
final class ExportTree {
    /// The largest number of open folders.
    private static let openLimit = 64

    private struct Branch {
        var folder: ExportFolder
        var lastUse: Int
    }

    private let root: ExportFolder
    /// The library's folder, which the export doesn't write to even if it lies in the target folder.
    private let library: Stat.Identity?
    private var branches: [[ExportName]: Branch] = [:]
    private var uses = 0

    /// - Parameter library: The library's folder.
    /// - Throws: `ExportError`
    init(at url: URL, excluding library: URL) throws {
        root = try ExportFolder(at: url)
        self.library = try? Stat(library.path(percentEncoded: false)).identity
    }

    /// Returns a folder, and creates it and its missing ancestors. An empty path is the target folder.
    ///
    /// - Throws: `ExportError`
    func folder(at path: [ExportName]) throws -> ExportFolder {
        var found = root
        for length in 0..<path.count {
            let prefix = Array(path[...length])
            found = try branches[prefix]?.folder ?? open(prefix, in: found)
            uses += 1
            branches[prefix]?.lastUse = uses
        }
        return found
    }

    /// Waits until all names are on the disk.
    ///
    /// - Throws: The first `ExportError`. Synchronizes the other folders all the same.
    func synchronize() throws {
        var failure: (any Error)?
        for folder in branches.values.map(\.folder) + [root] {
            do {
                try folder.synchronize()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func open(_ path: [ExportName], in parent: ExportFolder) throws -> ExportFolder {
        let folder = try parent.subfolder(path[path.count - 1], excluding: library)
        if branches.count >= Self.openLimit, let oldest = branches.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            try oldest.value.folder.synchronize()
            branches[oldest.key] = nil
        }
        branches[path] = Branch(folder: folder, lastUse: uses)
        return folder
    }
}
