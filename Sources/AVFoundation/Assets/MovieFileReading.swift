import Foundation
import MediaRequests
import MediaWork

/// Reads the properties of a file in the media worker.
enum MovieFileReading {
    static func facts(of file: MovieFile) -> Result<AssetFacts, AVError> {
        withDescriptor(of: file, to: "be opened") { descriptor, present, pool throws(MediaError) in
            AssetFacts(
                try pool.describeMovie(
                    descriptor: descriptor, present: present, filename: file.url.lastPathComponent), file)
        }
    }

    /// Opens a file and calls a closure with its descriptor. Fails if the permission to read it was withdrawn before
    /// the closure returned.
    ///
    /// - Parameters:
    ///   - action: The action, for the message of an error, such as `be opened`.
    ///   - body: Gets the bytes of a remote file that are here, and is called again after it has missed some.
    static func withDescriptor<Answer>(
        of file: MovieFile, to action: String,
        _ body: (Int32, PresentBytes?, WorkerPool) throws(MediaError) -> Answer
    ) -> Result<Answer, AVError> {
        guard let remote = file.remote else {
            return withDescriptors(of: [file], to: action) { files, pool throws(MediaError) in
                try body(files[0], nil, pool)
            }
        }
        return Result { () throws(AVError) in
            try check([file])
            let result = getting(file.url, to: action) {
                let pool = try WorkerPool.shared()
                return try remote.read { descriptor, present throws(MediaError) in
                    try body(descriptor, present, pool)
                }
            }
            try check([file])
            return try result.get()
        }
    }

    /// Opens files and calls a closure with their descriptors. An error of the closure is about the first file. Fails
    /// if the permission to read one of them was withdrawn before the closure returned.
    static func withDescriptors<Answer>(
        of files: [MovieFile], to action: String, _ body: ([Int32], WorkerPool) throws(MediaError) -> Answer
    ) -> Result<Answer, AVError> {
        Result { () throws(AVError) in
            try check(files)
            for file in files {
                guard let remote = file.remote else { continue }
                try getting(file.url, to: action) { try remote.fetch() }.get()
            }
            let result = read(files.map(\.url), to: action, body)
            // The reason of an end is the withdrawal, also if the closure noticed it first.
            try check(files)
            return try result.get()
        }
    }

    /// - Throws: ``AVError/contentIsNotAuthorized`` if one of the files may no longer be read.
    static func check(_ files: [MovieFile]) throws(AVError) {
        for file in files { try file.permit?.check() }
    }

    /// Converts the errors of the owner of a remote file.
    private static func getting<Answer>(
        _ url: URL, to action: String, _ body: () throws -> Answer
    ) -> Result<Answer, AVError> {
        let name = "“\(url.lastPathComponent)”"
        do {
            return .success(try body())
        } catch let error as MediaError {
            return .failure(AVError(error, name, action: action, url: url))
        } catch {
            let reason = (error as NSError).localizedDescription
            return .failure(AVError(.failedToLoadMediaData, "\(name) can't \(action): \(reason)", url: url))
        }
    }

    private static func read<Answer>(
        _ urls: [URL], to action: String, _ body: ([Int32], WorkerPool) throws(MediaError) -> Answer
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
