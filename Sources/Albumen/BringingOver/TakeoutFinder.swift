import PhotoSources
import SystemCalls
import SystemPackage

/// Collects what can be parts of Google's exports among the files of an import. They are brought over together at its
/// end. Files that turn out to be no parts are imported as usual.
///
/// Used from one thread.
final class TakeoutFinder {
    private(set) var parts = TakeoutParts()

    /// Takes the files of exports in a folder, and returns the others.
    func take(_ files: [FolderWalk.File], in folder: FilePath) -> [FolderWalk.File] {
        let archives = files.filter { Takeout.isArchive(named: $0.name) }
        for archive in archives {
            let location = archive.location(in: folder)
            parts.add(archive: (try? location.resolved()) ?? location)
        }
        let rest = archives.isEmpty ? files : files.filter { !Takeout.isArchive(named: $0.name) }
        let documents = rest.lazy.filter(Self.isDocument).map { $0.location(in: folder) }
        guard Takeout.canContainPhotos(folder, documents: documents) else { return rest }
        return rest.filter { file in
            // The albums of Albumen's exports.
            guard file.name != AlbumCatalogue.fileName else { return true }
            do throws(SourceError) {
                return try !parts.add(
                    file: file.rawName ?? Array(file.name.utf8), size: file.size,
                    modificationTime: file.modificationTime, identity: file.identity, in: folder)
            } catch {
                // There are too many. The photo comes over without its document.
                return true
            }
        }
    }

    private static func isDocument(_ file: FolderWalk.File) -> Bool {
        UnreadSource.isJSON(file.name) && file.name != AlbumCatalogue.fileName
    }
}
