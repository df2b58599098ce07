/// What the host asks of a worker.
enum MediaRequest: Codable, Sendable, Equatable {
    /// Tell what holds you.
    case describe
    /// The file travels beside it as a descriptor, never as a path; with a request for pictures, so does the memory for them.
    case work(MediaTask)
}

/// What a worker is to do with a file.
package enum MediaTask: Codable, Sendable, Equatable {
    /// Find out what the file is without decoding it. The name's ending decides where bytes alone cannot.
    case probe(filename: String)
    /// Decode the file's picture.
    case render(RenderRequest)
}

/// What a worker answers.
package enum MediaReply: Codable, Sendable, Equatable {
    case worker(WorkerState)
    case probe(MediaProbe)
    /// The pixels are in the memory that came with the request.
    case pictures(PictureLayout)
    case failure(MediaError)
}
