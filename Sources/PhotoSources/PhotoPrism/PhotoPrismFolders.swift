internal import SystemCalls
internal import SystemPackage

/// The two folders of PhotoPrism: its storage, and the originals.
///
/// | the user names | storage | originals |
/// |---|---|---|
/// | the folder around both | `storage` in it | `originals` in it |
/// | originals that contain the storage | `.photoprism/storage` in it | the folder |
/// | the storage | the folder | named by an option |
struct PhotoPrismFolders {
    /// Other programs have a folder `sidecar`, too, so one of these has to be beside it.
    private static let marks = [".ppstorage", "serial", "albums", "backup", "cache", "config"]

    let storage: FilePath
    /// The originals, if they are in the folder that the user named.
    let originals: FilePath?
    /// The folder around the storage, if the user named it.
    let around: FilePath?

    /// Returns `nil` if there is no storage in a folder. Doesn't follow links out of the folder.
    init?(in folder: FilePath) {
        guard let folder = try? folder.resolved() else { return nil }
        let visible = folder.appending("storage")
        let hidden = folder.appending(".photoprism").appending("storage")
        if Self.isStorage(visible) {
            storage = visible
            let originals = folder.appending("originals")
            self.originals = Self.isFolder(originals) ? originals : nil
            self.around = folder
        } else if Self.isStorage(hidden) {
            storage = hidden
            originals = folder
            around = nil
        } else if Self.isStorage(folder) {
            storage = folder
            originals = nil
            around = nil
        } else {
            return nil
        }
    }

    private static func isStorage(_ path: FilePath) -> Bool {
        // A resolved path has no links.
        (try? path.resolved()) == path && isFolder(path.appending("sidecar"))
            && marks.contains { (try? Stat(path.appending($0), flags: .symlinkNoFollow)) != nil }
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        (try? Stat(path, flags: .symlinkNoFollow))?.isFolder == true
    }
}
