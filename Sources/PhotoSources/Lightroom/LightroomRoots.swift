internal import Foundation
internal import SystemCalls
internal import SystemPackage

/// Finds the files of a catalogue below the folders that the user named: the folder of the catalogue, and the ones that
/// stand for root folders of the catalogue's computer.
final class LightroomRoots {
    private static let longestPath = 4_096
    private static let cachedNames = 500_000

    private struct Root {
        /// The path on the catalogue's computer, without a slash at its end.
        var path: String
        var files: ContainedFiles
    }

    /// The longest paths first.
    private var roots: [Root] = []
    private let ownFiles: ContainedFiles?
    /// The names of files in lower case, by the folder and by the path of the root's folder here.
    private var names: [String: [String: String]] = [:]
    private var nameCount = 0

    /// - Throws: `SourceError` if a folder can't be read.
    init(catalog: FilePath, roots: [String: FilePath]) throws(SourceError) {
        let folder = catalog.removingLastComponent()
        for (path, folder) in roots where (1...Self.longestPath).contains(path.utf8.count) {
            do throws(Errno) {
                self.roots.append(Root(path: Self.normalized(path), files: try ContainedFiles(folder)))
            } catch {
                throw SourceError(.unreadable, "The folder \(folder.text) for “\(path)” can't be read: \(error).")
            }
        }
        ownFiles = try? ContainedFiles(folder)
        if let ownFiles { self.roots.append(Root(path: Self.normalized(folder.text), files: ownFiles)) }
        self.roots.sort { $0.path.utf8.count > $1.path.utf8.count }
    }

    /// A root folder of the catalogue, and where it is here.
    struct Place {
        fileprivate var files: ContainedFiles
        /// The path of the root folder in `files`, which is empty or ends with a slash.
        fileprivate var start: String
    }

    /// Returns where a root folder is here, or `nil` if the user has to name a folder for it.
    func place(of path: String, relativePath: String?) -> Place? {
        let path = Self.normalized(path)
        for root in roots {
            guard let rest = Self.rest(of: path, in: root.path) else { continue }
            return Place(files: root.files, start: rest.isEmpty ? "" : rest + "/")
        }
        // A catalogue that was moved with its photos.
        guard let ownFiles, let relativePath, !relativePath.isEmpty else { return nil }
        let relative = Self.normalized(relativePath)
        guard ContainedFiles.components(of: relative) != nil else { return nil }
        return Place(files: ownFiles, start: relative + "/")
    }

    /// Returns a file of a root folder. If there is no file with this name, a file whose name differs in its case
    /// counts, because Windows and macOS ignore the case.
    ///
    /// - Parameter folder: The path of the file's folder in the root folder, which is empty or ends with a slash.
    func find(_ name: String, folder: String, in place: Place) -> ContainedFiles.Found {
        let slash = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
        let folder = place.start + folder + slash
        let found = place.files.find(folder + name)
        guard case .absent = found, let other = names(in: folder, place.files)[name.lowercased()], other != name else {
            return found
        }
        return place.files.find(folder + other)
    }

    private func names(in folder: String, _ files: ContainedFiles) -> [String: String] {
        let key = files.root.text + "\0" + folder
        if let known = names[key] { return known }
        var answer: [String: String] = [:]
        let listing = files.listing(of: String(folder.dropLast()))
        for index in 0..<listing.count {
            guard let name = String(validating: listing[index], as: UTF8.self) else { continue }
            if answer[name.lowercased()] == nil { answer[name.lowercased()] = name }
        }
        nameCount += answer.count + 1
        if nameCount > Self.cachedNames {
            names = [:]
            nameCount = answer.count + 1
        }
        names[key] = answer
        return answer
    }

    /// Returns a path with slashes, and without one at its end.
    private static func normalized(_ path: String) -> String {
        guard path.utf8.count <= longestPath else { return "" }
        let slashes = path.replacingOccurrences(of: "\\", with: "/").precomposedStringWithCanonicalMapping
        return String(slashes.reversed().drop { $0 == "/" }.reversed())
    }

    /// Returns the part of a path below a folder, or `nil` if it's outside. The letter of a Windows drive has no case.
    private static func rest(of path: String, in folder: String) -> String? {
        // The top folder, without its slash.
        if folder.isEmpty { return path.hasPrefix("/") ? String(path.dropFirst()) : nil }
        guard path.count >= folder.count else { return nil }
        let start = path.prefix(folder.count)
        let isDrive = folder.dropFirst().first == ":"
        guard isDrive ? start.lowercased() == folder.lowercased() : start == folder else { return nil }
        let rest = path.dropFirst(folder.count)
        guard rest.isEmpty || rest.first == "/" else { return nil }
        return String(rest.dropFirst())
    }
}
