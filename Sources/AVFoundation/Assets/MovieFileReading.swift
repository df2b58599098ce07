import Foundation
import MediaWork

/// Reads the properties of a file in the media worker.
enum MovieFileReading {
    static func facts(of url: URL) -> Result<AssetFacts, AVError> {
        withDescriptor(of: url, to: "be opened") { descriptor, pool throws(MediaError) in
            AssetFacts(
                try pool.describeMovie(descriptor: descriptor, filename: url.lastPathComponent), url: url)
        }
    }

    /// Opens a file and calls a closure with its descriptor.
    ///
    /// - Parameter action: The action, for the message of an error, such as `be opened`.
    static func withDescriptor<Answer>(
        of url: URL, to action: String, _ body: (Int32, WorkerPool) throws(MediaError) -> Answer
    ) -> Result<Answer, AVError> {
        withDescriptors(of: [url], to: action) { files, pool throws(MediaError) in try body(files[0], pool) }
    }

    /// Opens files and calls a closure with their descriptors. An error of the closure is about the first file.
    static func withDescriptors<Answer>(
        of urls: [URL], to action: String, _ body: ([Int32], WorkerPool) throws(MediaError) -> Answer
    ) -> Result<Answer, AVError> {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        for url in urls {
            switch descriptor(of: url, to: action) {
            case .success(let descriptor): descriptors.append(descriptor)
            case .failure(let error): return .failure(error)
            }
        }
        do throws(MediaError) {
            return .success(try body(descriptors, try WorkerPool.shared()))
        } catch {
            return .failure(AVError(error, "“\(urls[0].lastPathComponent)”", action: action, url: urls[0]))
        }
    }

    private static func descriptor(of url: URL, to action: String) -> Result<Int32, AVError> {
        let name = "“\(url.lastPathComponent)”"
        guard url.isFileURL else {
            return .failure(
                AVError(
                    .operationNotSupportedForAsset, "\(name) isn't a file. Only files can be opened.",
                    remedy: "Download the movie and open the file.", url: url))
        }
        let descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            return .failure(
                AVError(
                    .failedToLoadMediaData, "\(name) can't \(action): \(reason).",
                    remedy: "Check that the file exists and that you may read it.", url: url))
        }
        return .success(descriptor)
    }
}
