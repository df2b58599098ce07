import CAlbumenSystem
import Foundation
import SystemPackage
import UniformTypeIdentifiers

extension ItemContent {
    /// Returns the bytes.
    ///
    /// - Throws: An error if the file can't be read or is a folder, or if the item has no bytes.
    func data(_ identifier: String) throws -> Data {
        switch self {
        case .data(let data): return data
        case .file(let url), .transferred(let url): return try Self.bytes(of: url)
        case .item(let item):
            switch item {
            case let data as NSData: return Data(referencing: data)
            case let text as NSString: return Data((text as String).utf8)
            case let url as NSURL:
                let url = url as URL
                guard url.isFileURL, !UTType(importedAs: identifier).conforms(to: .url) else {
                    return Data(url.absoluteString.utf8)
                }
                return try Self.bytes(of: url)
            default:
                throw NSError.item(
                    .unavailableCoercionError, "An item of class \(type(of: item)) can't become data.")
            }
        }
    }

    private static func bytes(of url: URL) throws -> Data {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            throw NSError.item(
                .unavailableCoercionError,
                "\(url.lastPathComponent) is a folder. Load it with loadFileRepresentation.")
        }
        return try Data(contentsOf: url)
    }

    /// The file, or `nil` if the content is in memory.
    func file(_ identifier: String) -> URL? {
        switch self {
        case .data: return nil
        case .file(let url), .transferred(let url): return url
        case .item(let item):
            guard let url = item as? NSURL, url.isFileURL, !UTType(importedAs: identifier).conforms(to: .url)
            else { return nil }
            return url as URL
        }
    }

    /// Writes a copy into a folder, with a usable name.
    ///
    /// - Returns: The URL of the copy.
    func write(
        into folder: URL, suggestedName: String?, type: UTType, progress: ItemProgress
    ) throws -> URL {
        if let file = file(type.identifier) {
            let name = ItemFilename.name(suggested: suggestedName, file: file, type: type)
            let target = folder.appending(path: name, directoryHint: .notDirectory)
            try place(file, at: target, progress: progress)
            return target
        }
        let bytes = try data(type.identifier)
        let name = ItemFilename.name(suggested: suggestedName, file: nil, type: type)
        let target = folder.appending(path: name, directoryHint: .notDirectory)
        try bytes.write(to: target, options: .withoutOverwriting)
        return target
    }

    /// Moves or copies the content's file to a path at which nothing exists.
    func place(_ file: URL, at target: URL, progress: ItemProgress) throws {
        if case .transferred = self {
            let failure = albumen_rename_exclusively(AT_FDCWD, file.path, target.path)
            if failure == 0 { return }
            // The target can be in another file system.
            guard failure == EXDEV else { throw Errno(rawValue: failure) }
        }
        try ItemCopy(progress).copy(file, to: target)
    }

    /// Deletes the file of a finished load that is still in its folder.
    func discard() {
        if case .transferred(let url) = self { ItemFolders.delete(url.deletingLastPathComponent()) }
    }
}

/// The names of files that providers write.
enum ItemFilename {
    /// Returns the suggested name with the file's extension or the type's, or else the file's own name. The result
    /// has no separators, isn't hidden and has at most 255 bytes.
    static func name(suggested: String?, file: URL?, type: UTType) -> String {
        let suggested = suggested.map(safe).flatMap { $0.isEmpty ? nil : $0 }
        let fileExtension = (file?.pathExtension).flatMap { $0.isEmpty ? nil : $0 } ?? type.preferredFilenameExtension
        if suggested == nil, let file { return safe(file.lastPathComponent) }
        let stem = suggested ?? "item"
        guard let fileExtension, !hasExtension(stem, of: type, or: fileExtension) else { return stem }
        return "\(shortened(stem, to: 254 - fileExtension.utf8.count)).\(fileExtension)"
    }

    private static func hasExtension(_ name: String, of type: UTType, or fileExtension: String) -> Bool {
        let own = (name as NSString).pathExtension.lowercased()
        return own == fileExtension.lowercased() || type.tags[.filenameExtension, default: []].contains(own)
    }

    private static func safe(_ name: String) -> String {
        let name = name.filter { $0 != "/" && $0 != "\0" }.drop { $0 == "." }
        return shortened(String(name), to: 255)
    }

    private static func shortened(_ name: String, to byteCount: Int) -> String {
        var name = name
        while name.utf8.count > byteCount { name.removeLast() }
        return name
    }
}
