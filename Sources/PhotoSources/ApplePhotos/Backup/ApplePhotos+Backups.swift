internal import SystemCalls
package import SystemPackage

extension ApplePhotos {
    /// Returns the backups in a folder such as `MobileSync/Backup`, or in `MobileSync`, sorted by name. Each of them is
    /// a source of its own, and the backups of one phone have the same key.
    ///
    /// Returns none for a folder with anything else, which an import has to walk. Hidden names don't count.
    /// - Complexity: Reads the names, and looks at folders until the first one that is no backup.
    package static func backups(in folder: FilePath) -> [FilePath] {
        let names = visibleNames(in: folder)
        if names.count == 1, names[0].lastComponent?.string == "Backup" {
            return onlyBackups(visibleNames(in: names[0]))
        }
        return onlyBackups(names)
    }

    private static func onlyBackups(_ paths: [FilePath]) -> [FilePath] {
        paths.allSatisfy(PhoneBackup.isBackup) ? paths : []
    }

    /// Returns nothing for a folder that can't be read, which the walk reports.
    private static func visibleNames(in folder: FilePath) -> [FilePath] {
        let names = (try? OpenFolder(at: folder).names()) ?? []
        return names.filter { $0.first != UInt8(ascii: ".") }.map { folder.appending(name: $0) }
    }
}
