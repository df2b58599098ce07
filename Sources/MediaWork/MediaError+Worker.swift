import MediaRequests

extension MediaError.Code {
    /// Whether a worker can report this error of a file. Only the host can detect the others.
    var isOfFile: Bool {
        switch self {
        case .notMedia, .unreadable, .unsupported, .encrypted, .exhausted, .noPreview, .limitExceeded: true
        case .workerCrashed, .forbidden, .timedOut, .takesLong, .bytesMissing, .diskFull, .unwritable, .cancelled,
            .workerMissing, .sandboxIncomplete, .protocolViolation:
            false
        }
    }
}
