package import Foundation
import SystemPackage

/// The amount of files in an import, for its progress bar.
package struct ImportSurvey: Sendable, Equatable {
    /// The number of files. Each of them results in one `IngestEvent`, including unreadable paths.
    package private(set) var files = 0
    package private(set) var bytes: Int64 = 0
    /// The sum of the files' efforts, as `IngestStep` reports them.
    package private(set) var effort = 0.0

    /// Walks the paths on the calling thread.
    ///
    /// - Parameters:
    ///   - library: A folder to skip.
    ///   - makesDerivatives: The same as for `Ingest`.
    ///   - followsLinks: The same as for `Ingest`.
    ///   - shouldStop: Called between folders.
    package init(
        of paths: [String], excluding library: URL, makesDerivatives: Bool = true, followsLinks: Bool = false,
        shouldStop: () -> Bool = { false }
    ) {
        let efforts = ImportEffort(decodesPictures: makesDerivatives)
        FolderWalk(excluding: library, followsLinks: followsLinks).walk(paths.map { FilePath($0) }) { step in
            switch step {
            case .folder(_, let found):
                files += found.count
                for file in found {
                    bytes = file.size.addingSaturating(to: bytes)
                    effort += efforts.effort(ofFileNamed: file.name, size: file.size)
                }
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
