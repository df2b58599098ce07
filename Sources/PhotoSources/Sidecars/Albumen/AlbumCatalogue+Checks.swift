import Foundation

extension AlbumCatalogue {
    /// The limits of a catalogue. Much larger libraries than any known one are within them.
    package enum Limits {
        package static let bytes = 128 << 20
        /// Commas and opening brackets, which bound the memory of the JSON decoder.
        static let separators = 8_000_000
        static let collections = 100_000
        /// Memberships in all albums.
        static let members = 1_000_000
        package static let folderDepth = 64
        /// Bytes of a path, of an identifier and of a title.
        static let path = 4096
        static let identifier = 256
        static let title = 4096
    }

    /// A reason why a catalogue isn't valid, as the end of a sentence.
    struct Defect: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    static func checkSize(of data: Data) throws(Defect) {
        guard data.count <= Limits.bytes else { throw Defect("it's longer than 128 MiB") }
        let separators: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")]
        let count = data.withUnsafeBytes { bytes in bytes.reduce(0) { separators.contains($1) ? $0 + 1 : $0 } }
        guard count <= Limits.separators else { throw Defect("it contains too many values") }
    }

    /// - Complexity: O(*n*) for *n* collections and members.
    func checkCollections() throws(Defect) {
        guard collections.count <= Limits.collections else { throw Defect("it contains too many albums") }
        guard collections.reduce(0, { $0 + ($1.members?.count ?? 0) }) <= Limits.members else {
            throw Defect("its albums have too many members")
        }
        var identifiers: Set<String> = []
        // The number of folders from the top level to each folder.
        var depths: [String: Int] = [:]
        for collection in collections {
            try collection.check()
            guard identifiers.insert(collection.identifier).inserted else {
                throw Defect("two albums or folders have the identifier \(collection.identifier)")
            }
            var depth = 1
            if let parent = collection.parent {
                // So no folder can contain itself.
                guard let depthOfParent = depths[parent] else {
                    throw Defect("the folder of “\(collection.title)” isn't listed before it")
                }
                depth += depthOfParent
            }
            guard depth <= Limits.folderDepth else { throw Defect("its folders are nested too deeply") }
            if collection.kind == .folder { depths[collection.identifier] = depth }
        }
    }

    /// Whether a path stays below its folder on every file system: no empty component, `.` or `..`, and no zero.
    static func isRelative(_ path: String) -> Bool {
        guard (1...Limits.path).contains(path.utf8.count), !path.utf8.contains(0) else { return false }
        return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            (1...255).contains($0.count) && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
    }
}

extension AlbumCatalogue.Collection {
    fileprivate func check() throws(AlbumCatalogue.Defect) {
        guard title.utf8.count <= AlbumCatalogue.Limits.title else {
            throw AlbumCatalogue.Defect("the title of an album is too long")
        }
        guard (1...AlbumCatalogue.Limits.identifier).contains(identifier.utf8.count) else {
            throw AlbumCatalogue.Defect("the identifier of “\(title)” isn't valid")
        }
        if kind == .folder {
            guard members == nil, cover == nil else {
                throw AlbumCatalogue.Defect("the folder “\(title)” has members")
            }
            return
        }
        var paths: Set<[UInt8]> = []
        for member in members ?? [] {
            guard AlbumCatalogue.isRelative(member.path) else {
                throw AlbumCatalogue.Defect("the path of a member of “\(title)” isn't valid")
            }
            guard paths.insert(Array(member.path.utf8)).inserted else {
                throw AlbumCatalogue.Defect("“\(title)” has a member twice")
            }
        }
        if let cover, !paths.contains(Array(cover.utf8)) {
            throw AlbumCatalogue.Defect("the cover of “\(title)” isn't a member of it")
        }
    }
}
