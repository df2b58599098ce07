internal import CameraWire

/// Lists the files of a camera.
struct CameraWalk {
    /// A folder with its files, in the order of their names.
    struct Folder {
        var path: String
        var files: [CameraFile]
    }

    private struct Visit {
        var path: String
        var depth: Int
        /// The path below the top of the card, or `nil` above it.
        var place: [String]?
    }

    private let limits: CameraLimits
    private(set) var folders: [Folder] = []
    /// Folders whose files aren't read, because they aren't for photos.
    private(set) var skippedFolders: [String] = []
    private(set) var unreadableParts: [(path: String, reason: String)] = []
    /// Whether the camera has any folder or file. A locked phone has none.
    private(set) var isEmpty = true
    private var fileCount = 0

    /// - Throws: `SourceError` if the camera can't be used any more, or if nothing can be listed.
    /// - Complexity: O(*n* log *n*) for *n* files and folders.
    init(_ device: any CameraDevice, limits: CameraLimits) throws {
        self.limits = limits
        var pending = [Visit(path: "/", depth: 0, place: nil)]
        var visitCount = 0
        while let visit = pending.popLast() {
            visitCount += 1
            guard visitCount <= limits.folders else {
                note(visit.path, "the camera has more than \(limits.folders) folders")
                break
            }
            pending += try list(visit, of: device)
        }
    }

    /// Returns the folders in a folder, the last one first.
    private mutating func list(_ visit: Visit, of device: any CameraDevice) throws -> [Visit] {
        var (names, files): (Set<String>, [String: CameraFile]) = ([], [:])
        var unusable: [(name: String, reason: String)] = []
        var count = 0
        do {
            try device.forEachEntry(of: visit.path) { entry in
                count += 1
                guard count <= limits.entries else { return false }
                switch entry {
                case .folder(let name):
                    if CameraName.isValid(name) { names.insert(name) } else { unusable.append(Self.refusal(name)) }
                case .file(let file):
                    if let reason = Self.problem(of: file) {
                        unusable.append((CameraName.printable(file.name), reason))
                    } else {
                        files[file.name] = file
                    }
                case .unusable(let name, let reason):
                    unusable.append((CameraName.printable(name), CameraName.printable(reason)))
                }
                return true
            }
        } catch let error as SourceError {
            guard error.code == .unreadable, visit.depth > 0 else { throw error }
            note(visit.path, error.message)
        }
        if count > 0 { isEmpty = false }
        if count > limits.entries { note(visit.path, "the folder has more than \(limits.entries) entries") }
        for (name, reason) in unusable { note(CameraPath.path(of: name, in: visit.path), reason) }
        add(Array(files.values), of: visit)
        return visits(names.sorted(by: >), of: visit)
    }

    private mutating func add(_ files: [CameraFile], of visit: Visit) {
        guard !files.isEmpty, visit.place.map({ CameraFolders.contains($0) }) ?? true else { return }
        var files = files.sorted { $0.name < $1.name }
        if files.count > limits.files - fileCount {
            files.removeLast(files.count - (limits.files - fileCount))
            note(visit.path, "the camera has more than \(limits.files) files")
        }
        fileCount += files.count
        folders.append(Folder(path: visit.path, files: files))
    }

    private mutating func visits(_ names: [String], of visit: Visit) -> [Visit] {
        let place = visit.place ?? (CameraFolders.areTop(names) ? [] : nil)
        return names.compactMap { name in
            let path = CameraPath.path(of: name, in: visit.path)
            guard visit.depth < limits.depth, path.utf8.count <= CameraName.pathLimit else {
                note(path, "the folders are nested too deeply")
                return nil
            }
            let next = place.map { $0 + [name] }
            if let next, !CameraFolders.contains(next), !CameraFolders.leads(next) {
                if skippedFolders.count < limits.differences { skippedFolders.append(path) }
                return nil
            }
            return Visit(path: path, depth: visit.depth + 1, place: next)
        }
    }

    private mutating func note(_ path: String, _ reason: String) {
        if unreadableParts.count < limits.differences { unreadableParts.append((path, reason)) }
    }

    private static func refusal(_ name: String) -> (name: String, reason: String) {
        (CameraName.printable(name), "its name isn't valid")
    }

    private static func problem(of file: CameraFile) -> String? {
        if !CameraName.isValid(file.name) { return "its name isn't valid" }
        return file.size < 0 || file.modificationTime < 0 ? "its size or date isn't possible" : nil
    }
}
