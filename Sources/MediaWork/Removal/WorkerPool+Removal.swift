package import Cancellation
import Foundation
package import MediaRequests
import SystemCalls
import SystemPackage

extension WorkerPool {
    /// Writes a copy of a photo or video without some of its metadata. The copy has the same size, pixels and frames.
    ///
    /// A worker only finds the bytes to overwrite. Afterwards, the copy is read again: if it still has any of the
    /// metadata, the call fails. Each step has a new worker, which has read no other file: a file that took over a
    /// worker could otherwise keep the places of files that it reads later. The caller keeps and closes both
    /// descriptors.
    ///
    /// - Parameters:
    ///   - filename: The file's name, which decides the format if the bytes alone don't.
    ///   - output: An empty file, open for reading and writing. It's empty again after an error.
    /// - Throws: `unsupported` if the metadata can't be removed from this file or from files of this format, such as a
    ///   camera's raw format. `notMedia` or `unreadable` for other files. `diskFull`, `unwritable` or `cancelled`.
    /// - Complexity: O(*n*) for *n* bytes. Reads the file twice.
    package func copy(
        _ source: Int32, filename: String, without removed: RemovedMetadata, to output: Int32,
        cancellation: WorkCancellation? = nil
    ) throws(MediaError) {
        do throws(MediaError) {
            let probe = try probe(
                descriptor: source, filename: filename, isAlone: true, cancellation: cancellation)
            guard !probe.isRAW else {
                throw MediaError(.unsupported, "Metadata can't be removed from a camera's raw format.")
            }
            let changes = try changes(descriptor: source, removed, cancellation)
            try MetadataCopy(source: source, output: output).write(changes, unless: cancellation)
            let copied = try self.probe(
                descriptor: output, filename: filename, isAlone: true, cancellation: cancellation)
            let remaining = try self.changes(descriptor: output, removed, cancellation)
            guard remaining.isEmpty, copied.lacks(removed), copied.isSamePicture(as: probe) else {
                throw MediaError(.unsupported, "“\(filename)”: its metadata can't be removed completely.")
            }
        } catch {
            // The first error matters. A caller that ignores it must not find an uncleaned copy.
            _ = ftruncate(output, 0)
            throw error
        }
    }

    private func changes(
        descriptor: Int32, _ removed: RemovedMetadata, _ cancellation: WorkCancellation?
    ) throws(MediaError) -> [ByteChange] {
        let size = try MetadataCopy.size(of: descriptor)
        let task = MediaTask.removeMetadata(removed)
        return try ask(task, descriptor: descriptor, isAlone: true, cancellation: cancellation) {
            reply, memory throws(MediaError) in
            guard case .byteChanges(let byteCount) = reply, let memory else { return nil }
            return ByteChangeList.decoded(try SharedMemory.bytes(in: memory, count: byteCount), fileSize: size)
        }
    }
}

extension MediaProbe {
    fileprivate func lacks(_ removed: RemovedMetadata) -> Bool {
        if removed.contains(.location), location != nil { return false }
        guard removed.contains(.captions) else { return true }
        return title == nil && caption == nil && keywords.isEmpty
    }

    fileprivate func isSamePicture(as other: MediaProbe) -> Bool {
        kind == other.kind && uniformTypeIdentifier == other.uniformTypeIdentifier && pixelWidth == other.pixelWidth
            && pixelHeight == other.pixelHeight && orientation == other.orientation && frameCount == other.frameCount
            && duration == other.duration && contentIdentifier == other.contentIdentifier
    }
}
