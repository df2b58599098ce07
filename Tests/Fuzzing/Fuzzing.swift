import Foundation
import MediaRequests

/// Sends damaged files to the real worker, loader by loader, and reports the results. `script/fuzz` runs it.
///
/// It ends with 1 if the host or a limit failed. A worker that crashed is only reported, because workers exist for
/// that.
@main
enum Fuzzing {
    static func main() {
        do {
            let options = try FuzzingOptions(CommandLine.arguments.dropFirst())
            let store = try FindingStore(folder: options.findings)
            let host = try FuzzedHost(workerCount: options.workerCount)
            Console.say(host.summary)
            if !options.replayed.isEmpty {
                for path in options.replayed { try Replay.run(path, on: host) }
            } else {
                Console.say(
                    "seed \(options.seed), \(options.seconds) CPU-seconds a loader, "
                        + "findings in \(options.findings.path)"
                )
                for loader in options.loaders { try run(loader, options, host, store) }
            }
            Console.say("host: at most \(ProcessUsage.peakMemoryInBytes(of: getpid()) >> 20) MB resident")
            try host.removeFiles()
            exit(store.hasUncontained ? 1 : 0)
        } catch {
            Console.say("fuzz: \(error)")
            exit(2)
        }
    }

    private static func run(
        _ loader: Loader, _ options: FuzzingOptions, _ host: FuzzedHost, _ store: FindingStore
    ) throws {
        let corpus = try Corpus(loader, seeds: options.seeds, media: options.media)
        guard !corpus.isEmpty else {
            Console.say("\(loader.name): no seeds, so not tried")
            return
        }
        let round = FuzzingRound(loader: loader, corpus: corpus, options: options, host: host, store: store)
        Console.say(try round.run())
    }
}
