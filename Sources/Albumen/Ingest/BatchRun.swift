import PhotoLibrary

/// The processing of files that an import has read: their commit, or the forecast of a dry run.
protocol BatchRun {
    var reader: FileReader { get }
    var progress: IngestProgress { get }

    /// Determines the outcome of each file, and concludes it.
    func run(_ files: [ReadFile]) throws
}

extension BatchRun {
    /// Reports a file with its outcome, or runs the files again that the outcome requires to be read again.
    ///
    /// - Parameter outcome: The outcome, or `nil` if the finding needs no operation.
    func conclude(_ file: ReadFile, _ outcome: Transaction.Outcome?) throws {
        switch FileConclusion(file, outcome) {
        case .report(let events): for event in events { progress.tell(event) }
        case .readAgain:
            try run([ReadFile(source: file.source, finding: try reader.read(file.source, skipsLookUp: true))])
        case .importSeparately(let edit):
            for source in edit.reported {
                if source == edit.document {
                    progress.tell(.skipped(path: source.path, .sidecar))
                } else {
                    try run([ReadFile(source: source, finding: try reader.read(source))])
                }
            }
        }
    }
}
