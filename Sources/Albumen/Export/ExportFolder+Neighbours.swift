import BlobStore
import Foundation
import Glibc
import PhotoLibrary

/// Files of other photos with names that an import would take for parts of the same photo.
extension ExportFolder {
    /// Returns whether files of an asset with these stems would be mistaken for parts of another photo in the folder, or
    /// files there for parts of this asset.
    ///
    /// - Parameter own: The names of the asset's files that are already in the folder.
    func hasNeighbours(ofStems stems: Set<String>, besides own: [String]) -> Bool {
        if self.stems.haveOthers(stems, than: own) { return true }
        // The recipe of an edit can have the name of the original.
        return stems.contains { stem in
            [EditFileName.rendering, EditFileName.base].contains { letter in
                EditFileName.originals(letter, of: stem).contains { original in
                    !stems.contains(original) && ["AAE", "aae"].contains { exists("\(original).\($0)") }
                }
            }
        }
    }

    private func exists(_ name: String) -> Bool {
        folder.withDescriptor { faccessat($0, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
    }

    /// Notes that a file has its final name.
    func noteName(_ name: String) { stems.insert(name) }
}
