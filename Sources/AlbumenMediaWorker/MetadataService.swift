import MediaRequests
import MetadataRemoval

/// Finds the metadata to remove from a file.
enum MetadataService {
    static func changes(descriptor: Int32, _ removed: RemovedMetadata, into memory: Int32?) -> MediaReply {
        do throws(MediaError) {
            guard let memory else { throw MediaError(.protocolViolation, "a request came without room for changes") }
            let list = try MappedFile.read(descriptor, limit: .max) { bytes throws(MediaError) in
                ByteChangeList.encoded(try MetadataRemoval.changes(of: bytes, removing: removed))
            }
            guard let list, list.count <= ByteChangeList.limitInBytes else {
                throw MediaError(.limitExceeded, "it has too much metadata")
            }
            let written = list.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try written.get()
            return .byteChanges(byteCount: list.count)
        } catch {
            return .failure(error)
        }
    }
}
