extension MediaError {
    /// What a failure concerns. It must change before the request can succeed.
    package enum Concern: Sendable {
        /// The file's bytes.
        case file
        /// The worker, which ended while it read the file. Probably, the next worker would end, too.
        case worker
        /// The machine's load, memory or disks.
        case machine
        /// Bytes of the file that aren't on this machine.
        case network
        /// The installation, so that no file can succeed.
        case installation
        /// The request, which the caller cancelled.
        case request
    }

    package var concern: Concern { code.concern }

    /// Whether the failure says nothing about the file, so that other files would fail, too.
    package var affectsAllFiles: Bool { concern == .installation || concern == .request }
}

extension MediaError.Code {
    package var concern: MediaError.Concern {
        switch self {
        case .notMedia, .unreadable, .unsupported, .encrypted, .limitExceeded, .noPreview: .file
        case .workerCrashed, .forbidden: .worker
        case .timedOut, .takesLong, .protocolViolation, .exhausted, .diskFull, .unwritable: .machine
        case .bytesMissing: .network
        case .workerMissing, .sandboxIncomplete: .installation
        case .cancelled: .request
        }
    }
}
