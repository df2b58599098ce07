import BlobStore
import MediaRequests
import MediaWork
import Records

/// Reads the metadata of originals again, for values that the catalog lacks. Several threads can use it.
struct OriginalProbing: Sendable {
    private let library: Library
    private let workers: WorkerPool

    /// - Throws: `MediaError` if there is no media worker.
    init(in library: Library) throws(MediaError) {
        self.library = library
        workers = try library.workers()
    }

    /// Returns the file that describes an asset: its photo or video, whichever original the user chose.
    ///
    /// - Throws: `LibraryError.Code.missingBytes` if the asset has no such file.
    static func describingFile(_ resources: [ResourceRecord]) throws(LibraryError) -> ResourceRecord {
        guard let file = AssetFiles(resources).describingFile else {
            throw LibraryError(.missingBytes, "The photo or video has no file in the library.")
        }
        return file
    }

    /// Reads the metadata of a file. Doesn't try a file that made an earlier worker crash or run out of time.
    ///
    /// - Throws: An error with a `reason(_:)` if only this file can't be read.
    func probe(_ file: ResourceRecord, ofAsset uuid: String) throws -> MediaProbe {
        let source = PictureSource(file, assetUUID: uuid)
        guard case .here(let stored) = try library.originals.location(of: source.digest) else {
            throw library.originals.absence(of: source)
        }
        guard stored == file.fileSize else {
            throw LibraryError(
                .missingBytes,
                "The library has \(stored) of the \(file.fileSize) bytes of \(source.filename). Import the file again "
                    + "to bring them back.")
        }
        let original = try library.originals.open(source.digest)
        return try FaultMemory(of: source.digest, .probe, in: library, workers).guarding {
            try original.withDescriptor { descriptor throws(MediaError) in
                try workers.probe(descriptor: descriptor, filename: source.filename)
            }
        }
    }

    private static let ofOneFile: Set<LibraryError.Code> = [.missingBytes, .missingResource, .networkAccessRequired]

    /// Returns the reason why one file can't be read, or `nil` if the error affects all files.
    static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as MediaError: error.affectsAllFiles ? nil : error.message
        case let error as BlobStoreError: error.message
        case let error as LibraryError where Self.ofOneFile.contains(error.code): error.message
        default: nil
        }
    }
}
