internal import SystemCalls
package import SystemPackage

extension ApplePhotos {
    /// The number of names in a folder of backups that are looked at.
    private static let backupLimit = 1_000

    /// Returns the backups in a folder such as `MobileSync/Backup`, or in `MobileSync`, sorted by name. Each of them is
    /// a source of its own, and the backups of one phone have the same key.
    package static func backups(in folder: FilePath) -> [FilePath] {
        for folder in [folder, folder.appending("Backup")] {
            let names = (try? OpenFolder(at: folder).names()) ?? []
            let backups = names.prefix(backupLimit).map { folder.appending(name: $0) }.filter(PhoneBackup.isBackup)
            if !backups.isEmpty { return backups }
        }
        return []
    }
}
