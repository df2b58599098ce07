import PhotoSources
import SystemCalls
import SystemPackage

extension TakeoutParts {
    /// Finds parts at any depth, as the walk of an import does.
    init(_ paths: [FilePath]) throws {
        self.init()
        for path in paths { try add(path.resolved(), isNamed: true) }
    }

    private mutating func add(_ path: FilePath, isNamed: Bool = false) throws {
        let status = try Stat(path)
        guard status.isFolder else {
            if isNamed || Takeout.isArchive(named: path.lastComponent?.string ?? "") { return add(archive: path) }
            guard let name = path.name else { return }
            _ = try add(
                file: name, size: status.size, modificationTime: status.modificationTime, identity: status.identity,
                in: path.removingLastComponent())
            return
        }
        for name in try OpenFolder(at: path).names().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try add(path.appending(name: name))
        }
    }
}
