/// A request of the host to a worker.
enum MediaRequest: Codable, Sendable, Equatable {
    /// Report the state of the sandbox.
    case describe
    /// Do a task. The message contains the file's descriptor, never its path, and for images the descriptor of the
    /// memory for them.
    case work(MediaTask)
}

/// A task for a file.
package enum MediaTask: Codable, Sendable, Equatable {
    /// Read the file's format and metadata without decoding it. The filename's extension decides if the bytes alone
    /// don't.
    case probe(filename: String)
    /// Decode the file's image.
    case render(RenderRequest)
}

/// A worker's answer to a request.
package enum MediaReply: Codable, Sendable, Equatable {
    case worker(WorkerState)
    case probe(MediaProbe)
    /// Describes the pixels, which are in the request's memory.
    case pictures(PictureLayout)
    case failure(MediaError)
}
