import ArgumentParser

/// A failed file of a pass, as `--json` prints it.
protocol FailureDocument: Encodable {
    /// The failure as a line for people.
    var text: String { get }
}

/// A pass over the files of a library: it shows its progress, reports the files that failed, and stops if the user
/// interrupts it.
struct FilePass {
    /// What is done with a file, as in "12 files read".
    let verb: String
    let json: Bool

    /// Runs the pass on the calling thread.
    ///
    /// - Parameters:
    ///   - document: Converts a failure to what is printed.
    ///   - work: Makes the pass. It calls its arguments: whether to stop, the progress as finished and all files, and
    ///     a report of each failure.
    /// - Returns: The result of `work`, and whether the user stopped it.
    func run<Failure, Summary>(
        document: @escaping (Failure) -> some FailureDocument,
        work: (
            _ shouldStop: @escaping @Sendable () -> Bool, _ progress: @escaping @Sendable (Int, Int) -> Void,
            _ report: (Failure) -> Void
        ) throws -> Summary
    ) throws -> (summary: Summary, wasStopped: Bool) {
        let progress = ProgressBar(verb: verb, style: .suiting(json: json))
        defer { progress.finish() }
        let interruption = Interruption {
            progress.tell("Stopping after the files in progress. Press Ctrl-C again to stop immediately.")
        }
        let output = StandardOutput.shared
        let outcome = ReportOutcome()
        let summary = try work(
            { interruption.wasRequested || outcome.failure != nil },
            { done, total in
                progress.set(total: ProgressMeter.Amount(files: total))
                progress.set(done: ProgressMeter.Amount(files: done))
            },
            { failure in
                let document = document(failure)
                guard json else { return progress.tell(document.text) }
                outcome.note {
                    try output.write(line: JSONLine.text(document))
                    try output.flush()
                }
            })
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        return (summary, interruption.wasRequested)
    }
}
