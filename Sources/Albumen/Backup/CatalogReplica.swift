import BlobStore
import Cancellation
import Foundation
import LTX
import Records
import SystemCalls
import SystemPackage

/// The catalog's LTX files of one epoch in a place. `litestream restore` can read them.
struct CatalogReplica: Sendable {
    let place: any RemoteBlobStore
    let epoch: Epoch
    /// Whether the names have the form that Litestream uses in folders, and not in stores.
    let isFolder: Bool

    init(of epoch: Epoch, in place: any RemoteBlobStore) {
        (self.epoch, self.place) = (epoch, place)
        isFolder = place.address.hasPrefix("dir:")
    }

    /// Returns the files of all epochs in a place.
    ///
    /// - Complexity: O(*n*) for *n* files, in pages of 1,000.
    static func all(
        in place: any RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> [Epoch: [LTXFile]] {
        var files: [Epoch: [LTXFile]] = [:]
        try forEachFile(below: "albumen/catalog/", in: place, cancellation) { epoch, file in
            files[epoch, default: []].append(file)
        }
        return files
    }

    /// Returns the files of the epoch.
    func files(_ cancellation: WorkCancellation) throws -> [LTXFile] {
        var files: [LTXFile] = []
        try Self.forEachFile(below: epoch.catalogPrefix, in: place, cancellation) { _, file in files.append(file) }
        return files
    }

    func name(of file: LTXName) -> RemoteName {
        guard let name = RemoteName(epoch.catalogPrefix + (isFolder ? file.path : file.key)) else {
            preconditionFailure("Digits and letters are a name.")
        }
        return name
    }

    /// Begins to read a file. Its bytes are checked at their end, and a reader may use them only then.
    func reader(of file: LTXName, _ cancellation: WorkCancellation) throws -> LTXReader {
        let download = try place.download(name(of: file), range: nil)
        var rest = Data()
        return try LTXReader(name: "\(name(of: file))", expecting: file.transactions) { count in
            if rest.isEmpty {
                let next = try cancellation.whileWaking {
                    download.cancel()
                } while: {
                    try download.next()
                }
                guard let next else { return nil }
                rest = next
            }
            let piece = rest.prefix(count)
            rest = rest.dropFirst(piece.count)
            return Data(piece)
        }
    }

    /// Reads when the last transaction of a file was committed.
    func date(of file: LTXName, _ cancellation: WorkCancellation) throws -> Date {
        let download = try place.download(name(of: file), range: 0..<Int64(LTXHeader.size))
        defer { download.cancel() }
        var bytes = Data()
        while bytes.count < LTXHeader.size, let piece = try download.next() { bytes += piece }
        let header = try bytes.withUnsafeBytes { try LTXHeader($0, name: "\(name(of: file))") }
        return header.date
    }

    /// Stores a file. The same bytes may already be there.
    ///
    /// - Parameter date: The time of its last transaction.
    func store(_ file: URL, as name: LTXName, date: Date, _ cancellation: WorkCancellation) throws {
        let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly, options: [.closeOnExec, .noFollow])
        let source = OpenFile(takingOver: descriptor.rawValue)
        let digest = try BlobDigest(hashing: descriptor.rawValue, named: file.path)
        let size = try Stat(descriptor).size
        _ = try place.upload(
            RemoteUpload(self.name(of: name), digest: digest, size: size, date: date), from: source, cancellation,
            progress: { _ in }, save: { _ in })
    }

    private static func forEachFile(
        below prefix: String, in place: any RemoteBlobStore, _ cancellation: WorkCancellation,
        _ body: (Epoch, LTXFile) -> Void
    ) throws {
        let isFolder = place.address.hasPrefix("dir:")
        try RemotePage.forEach(of: place.address) { position in
            try place.list(prefix, after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                let parts = object.name.text.split(separator: "/", maxSplits: 3)
                guard parts.count == 4, parts[2].first == "e", let epoch = Epoch(hexadecimal: parts[2].dropFirst()),
                    let name = isFolder ? LTXName(path: parts[3]) : LTXName(key: parts[3])
                else { continue }
                body(epoch, LTXFile(name: name, size: UInt64(max(0, object.size))))
            }
        }
    }
}
