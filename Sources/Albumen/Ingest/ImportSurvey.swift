package import Foundation

/// The amount of files in an import, for its progress bar.
package struct ImportSurvey: Sendable, Equatable {
    /// The number of files. Each of them results in one `IngestEvent`, including unreadable paths.
    package private(set) var files = 0
    package private(set) var bytes: Int64 = 0

    /// Walks the paths on the calling thread.
    ///
    /// - Parameters:
    ///   - library: A folder to skip.
    ///   - followsLinks: The same as for `Ingest`.
    ///   - shouldStop: Called between folders.
    package init(
        of paths: [String], excluding library: URL, followsLinks: Bool = false, shouldStop: () -> Bool = { false }
    ) {
        FolderWalk(excluding: library, followsLinks: followsLinks).walk(paths) { step in
            switch step {
            case .folder(_, let found):
                files += found.count
                for file in found { bytes = file.size.addingSaturating(to: bytes) }
            case .unreadable, .nothing, .link:
                files += 1
            case .foreign:
                break
            }
            return !shouldStop()
        }
    }
}

extension Int64 {
    /// Returns the sum or the largest number, because the sizes of sparse files are unlimited.
    func addingSaturating(to other: Int64) -> Int64 {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? .max : sum
    }
}
