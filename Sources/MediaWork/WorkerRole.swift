package import MediaRequests

/// The work of a worker process. The host names it on the command line, and the worker enters a sandbox for it.
package enum WorkerRole: Hashable, Sendable {
    /// Answers requests about many files.
    case media
    /// Exports one movie.
    case export(ExportLimits)

    private static let exportName = "export"

    /// Reads the arguments of the worker, without the program's name. Returns `nil` if they're invalid.
    package init?(arguments: some Collection<String>) {
        guard let name = arguments.first else {
            self = .media
            return
        }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        guard name == Self.exportName, numbers.count == 3, arguments.count == 4, numbers.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        self = .export(
            ExportLimits(
                processorTimeInSeconds: numbers[0], outputInBytes: numbers[1], memoryInBytes: numbers[2]))
    }

    var arguments: [String] {
        switch self {
        case .media: []
        case .export(let limits):
            [
                Self.exportName, String(limits.processorTimeInSeconds), String(limits.outputInBytes),
                String(limits.memoryInBytes),
            ]
        }
    }
}
