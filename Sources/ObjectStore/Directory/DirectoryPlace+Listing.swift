package import BlobStore
package import Cancellation
import Foundation
import SystemCalls
import SystemPackage

extension DirectoryPlace {
    package func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        var walk = Walk(prefix: prefix, position: position, limit: max(1, min(limit, 1000)))
        try reporting(prefix) { () throws(Errno) in try walk.visit(try openRoot(), "", cancellation) }
        try cancellation.check(address)
        var page = RemotePage(walk.objects, foreignCount: walk.foreignCount)
        if walk.isFull { page.next = walk.objects.last?.name.text }
        return page
    }

    package func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        try cancellation.check(address)
        let uploads = try uploadsFolder()
        var page = RemotePage<UnfinishedUpload>()
        for name in try reporting(".uploads", { () throws(Errno) in try uploads.names() }) {
            guard let object = UploadFile.name(ofFile: name) else {
                page.foreignCount += 1
                continue
            }
            let status = try reporting(".uploads/\(name)") { () throws(Errno) in try uploads.status(name) }
            guard let status else { continue }
            let start = Date(timeIntervalSince1970: Double(status.modificationTime) / 1e9)
            page.elements.append(UnfinishedUpload(object, reference: name, start: start))
        }
        return page
    }
}

/// Lists files in the order of their names' components, below a prefix and after a position.
private struct Walk {
    let prefix: String
    let position: [Substring]
    let limit: Int
    var objects: [RemoteObject] = []
    var foreignCount = 0
    /// Whether there are more objects than the limit.
    var isFull = false

    init(prefix: String, position: String?, limit: Int) {
        self.prefix = prefix
        self.position = position?.split(separator: "/") ?? []
        self.limit = limit
    }

    /// - Parameter path: The path of the folder with a slash at its end, or an empty text.
    mutating func visit(
        _ folder: PlaceFolder, _ path: String, _ cancellation: WorkCancellation
    ) throws(Errno) {
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
        for name in try folder.names() {
            guard !isFull, !cancellation.isCancelled else { return }
            let full = path + name
            // Objects of hidden folders, such as uploads, have no names.
            guard isWanted(full), !isBefore(full, depth) else { continue }
            guard let object = RemoteName(full) else {
                if path.isEmpty, name == ".uploads" { continue }
                foreignCount += 1
                continue
            }
            guard let status = try folder.status(name) else { continue }
            if status.isFolder {
                try visit(try folder.folder(name, creating: false), full + "/", cancellation)
            } else if status.isRegularFile, full.utf8.starts(with: prefix.utf8) {
                guard position.joined(separator: "/") != full else { continue }
                guard objects.count < limit else {
                    isFull = true
                    return
                }
                objects.append(RemoteObject(object, size: Int64(status.size)))
            } else if !status.isRegularFile {
                foreignCount += 1
            }
        }
    }

    /// Returns whether a file, or files in a folder, may have the prefix.
    private func isWanted(_ path: String) -> Bool {
        path.utf8.starts(with: prefix.utf8) || prefix.utf8.starts(with: path.utf8)
    }

    /// Returns whether a file and all files in a folder are before the position.
    private func isBefore(_ path: String, _ depth: Int) -> Bool {
        let components = path.split(separator: "/")
        for (component, start) in zip(components, position) {
            if !component.utf8.elementsEqual(start.utf8) {
                return component.utf8.lexicographicallyPrecedes(start.utf8)
            }
        }
        // The position itself, or a folder on the way to it. A file that is longer than the position comes after it.
        return false
    }
}
