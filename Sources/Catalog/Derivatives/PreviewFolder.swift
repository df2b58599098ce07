import Foundation
import LibraryFiles
import Records
import SystemCalls
import SystemPackage

/// The files of previews: `previews/ab/<hash>-<recipe>.jpg` or `.png`. They aren't synced to the disk, because they can
/// be recreated. The length of a file shows whether a power failure truncated it.
struct PreviewFolder: Sendable {
    static let name = "previews"
    /// The prefix of the names of incomplete files.
    private static let unfinishedPrefix = ".new-"
    private static let unfinishedAgeInSeconds: Double = 3600

    let root: URL
    private let permissions: LibraryPermissions

    init(in folder: URL, permissions: LibraryPermissions) {
        self.permissions = permissions
        root = folder.appendingPathComponent(Self.name, isDirectory: true)
    }

    func file(_ name: PreviewName) -> URL {
        root.appendingPathComponent("\(name.text.prefix(2))/\(name.text)", isDirectory: false)
    }

    /// Writes the bytes to a temporary file in the preview's folder, and returns its URL.
    func stage(_ bytes: Data, for name: PreviewName) throws -> URL {
        let folder = file(name).deletingLastPathComponent()
        let staged = folder.appendingPathComponent(Self.unfinishedPrefix + UUID().uuidString)
        let descriptor = try Catalog.translating { try createFile(staged, in: folder) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: bytes)
            try file.close()
        } catch {
            unlink(staged.path)
            throw error
        }
        return staged
    }

    /// Creates a file, and its folders if they are missing. Another process may remove the folders in the meantime.
    private func createFile(_ file: URL, in folder: URL) throws -> Int32 {
        do {
            return try permissions.createFile(file.path)
        } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw error }
        }
        for folder in [root, folder] { try permissions.makeFolder(folder.path) }
        return try permissions.createFile(file.path)
    }

    func finish(_ staged: URL, as name: PreviewName) throws {
        guard rename(staged.path, file(name).path) == 0 else {
            throw CatalogError(
                .failed, "The preview \(file(name).path) cannot be written: \(Errno.current).")
        }
    }

    /// Returns the bytes, or `nil` if the file is missing or doesn't have the expected length.
    func read(_ name: PreviewName, byteCount: Int) throws -> Data? {
        let descriptor = open(file(name).path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = Errno.current
            if Set.withoutFile.contains(failure) { return nil }
            throw CatalogError(.failed, "The preview \(file(name).path) cannot be read: \(failure).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let bytes = try handle.read(upToCount: byteCount + 1)
        return bytes?.count == byteCount ? bytes : nil
    }

    func contains(_ name: PreviewName) -> Bool {
        access(file(name).path, F_OK) == 0
    }

    func remove(_ name: PreviewName) {
        unlink(file(name).path)
    }

    /// Renames the entire folder in one step, and then deletes its files.
    func removeAll() {
        let doomed = root.deletingLastPathComponent().appendingPathComponent("\(Self.name).\(UUID().uuidString)")
        guard rename(root.path, doomed.path) == 0 else { return }
        removeDoomed()
    }

    /// Deletes folders that `removeAll` has renamed, possibly in a process that was killed.
    func removeDoomed() {
        let parent = root.deletingLastPathComponent()
        // Folders that can't be listed or deleted now are deleted the next time.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        where Self.isDoomed(name) {
            try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
        }
    }

    /// Returns whether a folder has a name that only `removeAll` uses.
    private static func isDoomed(_ name: String) -> Bool {
        name.hasPrefix("\(Self.name).") && UUID(uuidString: String(name.dropFirst(Self.name.count + 1))) != nil
    }

    /// Calls the body once for each subfolder with the previews in it.
    func forEachFolder(_ body: ([PreviewName]) throws -> Void) throws {
        guard FileManager.default.fileExists(atPath: root.path) else { return }
        for folder in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
            let url = root.appendingPathComponent(folder, isDirectory: true)
            // Other programs may add files, and another process may remove a folder.
            guard folder.count == 2, let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
                continue
            }
            removeAbandoned(names.filter { $0.hasPrefix(Self.unfinishedPrefix) }.map(url.appendingPathComponent))
            try body(names.compactMap(PreviewName.init(text:)).filter { $0.text.hasPrefix(folder) })
        }
    }

    private func removeAbandoned(_ files: [URL]) {
        for file in files {
            // Another process may have removed it.
            guard let status = try? Stat(file.path) else { continue }
            let age = Date().timeIntervalSince1970 - Double(status.modificationTime) / 1_000_000_000
            if age > Self.unfinishedAgeInSeconds { unlink(file.path) }
        }
    }
}

/// The properties that identify a preview's file.
struct PreviewName: Hashable, Sendable {
    /// The digest of the original.
    let sha256: BlobDigest
    let recipe: Int
    let isPNG: Bool

    init(sha256: BlobDigest, recipe: Int, isPNG: Bool) {
        self.sha256 = sha256
        self.recipe = recipe
        self.isPNG = isPNG
    }

    /// - Returns: `nil` if the name isn't a preview's name.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let isPNG = ["jpg": false, "png": true][String(parts[1])] else { return nil }
        let stem = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard stem.count == 2, let sha256 = BlobDigest(hexadecimal: stem[0]), let recipe = Int(stem[1]) else {
            return nil
        }
        self.init(sha256: sha256, recipe: recipe, isPNG: isPNG)
        // Accepts only the exact spelling, because leading zeros would name another file.
        guard self.text == text else { return nil }
    }

    var text: String { "\(sha256)-\(recipe).\(isPNG ? "png" : "jpg")" }
}
