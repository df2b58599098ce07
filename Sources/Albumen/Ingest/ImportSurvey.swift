package import Foundation

/// How much an import of some paths would look at: for its progress, not for its result.
package struct ImportSurvey: Sendable, Equatable {
    /// Each answers to one `IngestEvent`; paths that cannot be read count too.
    package private(set) var files = 0
    package private(set) var bytes: Int64 = 0

    /// Walks the paths on the calling thread.
    ///
    /// - Parameters:
    ///   - library: a folder that is left out.
    ///   - followsLinks: as for `Ingest`.
    ///   - shouldStop: asked between folders.
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
    /// The sum, or the largest number: sizes of sparse files know no bounds.
    func addingSaturating(to other: Int64) -> Int64 {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? .max : sum
    }
}
