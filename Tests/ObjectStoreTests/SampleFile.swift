import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import SystemPackage

/// A file with bytes that compress badly, and its digests.
struct SampleFile: Sendable {
    let data: Data
    let digest: BlobDigest
    let file: OpenFile
    private let folder: TemporaryFolder

    init(_ size: Int, seed: Int) throws {
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        var words = [UInt64](repeating: 0, count: (size + 7) / 8)
        for index in words.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            words[index] = state
        }
        try self.init(words.withUnsafeBytes { Data($0.prefix(size)) })
    }

    init(_ data: Data) throws {
        self.data = Data(data)
        digest = try BlobDigest(hashing: self.data)
        folder = try TemporaryFolder()
        let url = try folder.write(self.data, to: "sample")
        file = OpenFile(takingOver: try FileDescriptor.open(FilePath(url.path), .readOnly).rawValue)
    }

    var upload: RemoteUpload { RemoteUpload(of: digest, size: Int64(data.count)) }

    /// The digests of the pieces. An empty file has none.
    var pieces: [BlobDigest] {
        get throws {
            let size = Int(RemoteUpload.pieceSize)
            return try stride(from: 0, to: data.count, by: size).map {
                try BlobDigest(hashing: data[$0..<min(data.count, $0 + size)])
            }
        }
    }
}

extension RemoteBlobStore {
    @discardableResult
    func upload(
        _ sample: SampleFile, _ cancellation: WorkCancellation = WorkCancellation(),
        progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) throws -> StoredBlob {
        try upload(sample.upload, from: sample.file, cancellation, progress: progress, save: { _ in })
    }
}

extension BlobDownload {
    /// Returns all bytes.
    func all() throws -> Data {
        var data = Data()
        while let piece = try next() { data += piece }
        return data
    }
}
