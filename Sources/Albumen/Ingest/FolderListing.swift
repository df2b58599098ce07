import Foundation

/// The names in a folder, in the order of their bytes.
enum FolderListing {
    struct Failure: Error {
        let reason: String
    }

    static func names(in folder: FilePath) throws(Failure) -> [[UInt8]] {
        guard let stream = folder.withCString({ opendir($0) }) else {
            throw Failure(reason: String(cString: strerror(errno)))
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
                return names.sorted { $0.lexicographicallyPrecedes($1) }
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
    }
}
