/// What the host asks of a worker. The file travels beside it as a descriptor, never as a path.
package enum MediaRequest: Codable, Sendable, Equatable {
    /// Find out what the file is without decoding it. The name's ending decides where bytes alone cannot.
    case probe(filename: String)
    /// Decode the file's picture.
    case render(RenderRequest)
}

/// What a worker answers.
package enum MediaReply: Codable, Sendable, Equatable {
    case probe(MediaProbe)
    /// The pixels are in the shared memory whose descriptor comes with the answer.
    case pictures(PictureLayout)
    case failure(MediaError)
}
