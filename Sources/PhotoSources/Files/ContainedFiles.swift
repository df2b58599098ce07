internal import Foundation
internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// The files below a folder that the user named. Paths of a catalogue can't leave it, neither by their components nor
/// by symbolic links.
final class ContainedFiles: CatalogFiles {
    enum Found {
        case file(FilePath, Stat)
        case empty(FilePath)
        /// The path leads out of the folder or isn't a path, isn't a file, or the file can't be read.
        case unreadable
        case absent
    }

    private static let longestPath = 4_096
    private static let cachedFolders = 2_048
    private static let cachedListingBytes = 128 << 20

    /// Without symbolic links.
    let root: FilePath
    private let rootBytes: [UInt8]
    private var folders: [String: FilePath?] = [:]
    private var listings: [String: FolderListing] = [:]
    private var listingBytes = 0

    init(_ root: FilePath) throws(Errno) {
        self.root = try root.resolved()
        rootBytes = self.root.bytes
    }

    /// Returns the file at a relative path of a catalogue.
    func find(_ relativePath: String) -> Found {
        var found = Found.absent
        for path in Self.forms(of: relativePath) {
            found = findExact(path)
            if case .absent = found { continue }
            break
        }
        return found
    }

    /// Returns the names in a folder that start with a text. Returns no names if there is no such folder.
    func names(in folder: String, startingWith prefix: String) -> [String] {
        listing(of: folder).names(startingWith: prefix)
    }

    func listing(of folder: String) -> FolderListing {
        if let listing = listings[folder] { return listing }
        let names = resolvedFolder(folder).flatMap { try? OpenFolder(at: $0).names() } ?? []
        let listing = FolderListing(names)
        if listingBytes + listing.size > Self.cachedListingBytes {
            listings = [:]
            listingBytes = 0
        }
        listings[folder] = listing
        listingBytes += listing.size
        return listing
    }

    /// Macs compare names regardless of their Unicode form, and Linux doesn't.
    static func forms(of path: String) -> [String] {
        guard path.utf8.contains(where: { $0 >= 0x80 }) else { return [path] }
        return [path, path.precomposedStringWithCanonicalMapping, path.decomposedStringWithCanonicalMapping]
    }

    private func findExact(_ relativePath: String) -> Found {
        guard let components = Self.components(of: relativePath), let name = components.last else {
            return .unreadable
        }
        guard let folder = resolvedFolder(components.dropLast().joined(separator: "/")) else { return .absent }
        var path = folder.appending(name: Array(name.utf8))
        do throws(Errno) {
            var status = try Stat(path, flags: .symlinkNoFollow)
            if status.isSymbolicLink {
                path = try path.resolved()
                guard contains(path) else { return .unreadable }
                status = try Stat(path, flags: .symlinkNoFollow)
            }
            guard status.isRegularFile else { return .unreadable }
            guard status.size > 0 else { return .empty(path) }
            let mayRead = path.withPlatformString { access($0, R_OK) } == 0
            return mayRead ? .file(path, status) : .unreadable
        } catch {
            return error == .noSuchFileOrDirectory || error == .notDirectory ? .absent : .unreadable
        }
    }

    /// Returns the components of a relative path, or `nil` if the path could lead out of its folder.
    static func components(of path: String) -> [Substring]? {
        guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else { return nil }
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        return components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } ? components : nil
    }

    private func resolvedFolder(_ relativePath: String) -> FilePath? {
        guard !relativePath.isEmpty else { return root }
        if let known = folders[relativePath] { return known }
        var folder: FilePath?
        if let components = Self.components(of: relativePath) {
            let path = components.reduce(root) { $0.appending(name: Array($1.utf8)) }
            folder = (try? path.resolved()).flatMap { contains($0) ? $0 : nil }
        }
        if folders.count >= Self.cachedFolders { folders = [:] }
        folders[relativePath] = .some(folder)
        return folder
    }

    private func contains(_ path: FilePath) -> Bool {
        let bytes = path.bytes
        if rootBytes == [UInt8(ascii: "/")] { return true }
        return bytes.starts(with: rootBytes)
            && (bytes.count == rootBytes.count || bytes[rootBytes.count] == UInt8(ascii: "/"))
    }
}
