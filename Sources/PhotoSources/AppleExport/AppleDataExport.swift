internal import SystemCalls
package import SystemPackage

/// Exports of iCloud Photos from privacy.apple.com, in folders.
package enum AppleDataExport {
    static let photos = "Photos"
    static let albums = "Albums"
    static let memories = "Memories"
    private static let details = "Photo Details"

    /// Returns whether a folder is a part of an export: it has the folder `Photos` and a file with the details of photos.
    package static func isExport(_ path: FilePath) -> Bool {
        guard (try? Stat(path.appending(photos)))?.isFolder == true, let files = try? ContainedFiles(path) else {
            return false
        }
        return !detailFiles(in: files).isEmpty
    }

    /// Opens the parts of an export, which belong together.
    ///
    /// - Complexity: O(*n* log *n*) time and O(*n*) memory for *n* photos: names and details are kept in memory.
    package static func open(
        _ parts: [FilePath], options: AppleDataExportOptions = AppleDataExportOptions()
    ) throws(SourceError) -> any PhotoSource {
        var trees: [ContainedFiles] = []
        for part in parts {
            do throws(Errno) {
                trees.append(try ContainedFiles(part))
            } catch {
                throw SourceError(.unreadable, "\(part.text) can't be read: \(error).")
            }
        }
        return try AppleExportSource(trees, options: options)
    }

    /// Returns the paths of the files with the details of photos.
    static func detailFiles(in files: ContainedFiles) -> [String] {
        ["", photos].flatMap { folder in
            csvFiles(in: folder, of: files, startingWith: details)
        }
    }

    static func csvFiles(in folder: String, of files: ContainedFiles, startingWith prefix: String = "") -> [String] {
        files.names(in: folder, startingWith: prefix)
            .filter { !$0.hasPrefix(".") && ForeignValue.split($0).ending.lowercased() == "csv" }
            .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
}
