import Foundation

/// The folder with the files that programs got. A program can read its files for a day.
struct PickedFolder: Sendable {
    /// The seconds that files stay.
    static let lifetime: TimeInterval = 24 * 60 * 60

    let url: URL

    init(environment: [String: String]) {
        // A relative path isn't valid by the specification of XDG.
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"] ?? NSHomeDirectory()
        url = URL(fileURLWithPath: cache ?? "\(home)/.cache", isDirectory: true).appending(path: "albumen-portal")
    }

    /// Creates a folder for the files of one request, after it has deleted older ones.
    func make(now: Date = Date()) throws -> URL {
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        removeOld(now: now)
        let folder = url.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder
    }

    /// Deletes the files of requests that are older than a day.
    func removeOld(now: Date = Date()) {
        let folders: [URL]
        do {
            folders = try FileManager.default.contentsOfDirectory(
                at: url, includingPropertiesForKeys: [.contentModificationDateKey])
        } catch CocoaError.fileReadNoSuchFile {
            return
        } catch {
            return StandardError.write(line: "albumen-portal: Old files can't be deleted. \(error)")
        }
        for folder in folders {
            do {
                let date = try folder.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                guard let date, now.timeIntervalSince(date) >= Self.lifetime else { continue }
                try FileManager.default.removeItem(at: folder)
            } catch {
                StandardError.write(line: "albumen-portal: \(folder.path) can't be deleted. \(error)")
            }
        }
    }
}
