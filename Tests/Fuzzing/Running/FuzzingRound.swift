import Dispatch
import Foundation

/// A loader's round: mutants on all lanes until its processor time is used up.
struct FuzzingRound {
    private static let secondsBetweenReports = 60.0

    let loader: Loader
    let corpus: Corpus
    let options: FuzzingOptions
    let host: FuzzedHost
    let store: FindingStore

    /// - Returns: A line about the round.
    func run() throws -> String {
        let lanes = (0..<host.workerCount).map { FuzzingLane(number: $0, loader: loader, host: host, store: store) }
        let tally = LoaderTally()
        let progress = RoundProgress()
        let watch = Thread { keepTime(lanes, progress) }
        watch.start()
        defer { progress.leave() }
        let control = try soundSeed(lanes[0])
        DispatchQueue.concurrentPerform(iterations: lanes.count) { number in
            do {
                while let index = progress.next() { try runMutant(index, lanes[number], control, tally) }
            } catch {
                progress.end(error)
            }
        }
        if let error = progress.failure { throw error }
        let (faults, seen) = store.summary(of: loader.name)
        return """
            \(loader.name): \(corpus.seeds.count) seeds, \(progress.summary); \(tally.description); \
            \(faults == 0 ? "no faults" : "\(faults) faults, seen \(seen) times")
            """
    }

    private func runMutant(_ index: Int, _ lane: FuzzingLane, _ control: Corpus.Seed?, _ tally: LoaderTally) throws {
        var mutator = Mutator(corpus, seed: options.seed, index: index)
        let (bytes, seed) = mutator.mutant()
        let name = corpus.seeds[seed].name
        try lane.run(
            bytes, filename: name, mutant: "\(options.seed)-\(index)-\(name)", control: control, tally)
    }

    /// Sends each seed unchanged. The first one that results in pictures later shows that a worker's crash had no
    /// other effect.
    private func soundSeed(_ lane: FuzzingLane) throws -> Corpus.Seed? {
        var sound: Corpus.Seed?
        var refused: [String] = []
        for seed in corpus.seeds {
            let alone = LoaderTally()
            try lane.run(seed.bytes, filename: seed.name, mutant: "seed-\(seed.name)", control: nil, alone)
            if alone.hasPictures { sound = sound ?? seed } else { refused.append(seed.name) }
        }
        if !refused.isEmpty {
            Console.say("  \(loader.name): seeds without a picture: \(refused.joined(separator: ", "))")
        }
        return sound
    }

    /// Ends the round when its time is used up. Ends the program if a lane hangs.
    private func keepTime(_ lanes: [FuzzingLane], _ progress: RoundProgress) {
        let limit = Duration.seconds(MediaStep.allCases.count * (2 * FuzzedHost.timeoutInSeconds + 20) + 120)
        var reported = 0.0
        while !progress.isLeft {
            Thread.sleep(forTimeInterval: 0.2)
            let spent = progress.processorTime
            if spent >= options.seconds { progress.end() }
            if spent - reported >= Self.secondsBetweenReports {
                reported = spent
                Console.say("  \(loader.name): \(Int(spent)) CPU-seconds, \(progress.summary)")
            }
            if let lane = lanes.first(where: { $0.age > limit }) {
                Console.say("  FOUND the host hangs: for \(lane.age) at \(lane.path)")
                _exit(3)
            }
        }
    }
}
