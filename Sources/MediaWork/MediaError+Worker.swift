import MediaRequests

extension MediaError.Code {
    /// Whether a worker can report this error of a file. Only the host can detect the others.
    var isOfFile: Bool {
        concern == .file || self == .exhausted
    }
}
