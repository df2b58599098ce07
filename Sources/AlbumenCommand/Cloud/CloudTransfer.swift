import Albumen
import ArgumentParser
import BlobStore
import Foundation
import MediaRequests

/// The options of commands that transfer originals.
struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number of transfers at the same time, from 1 to 32.", valueName: "count"))
    var transfers = 4

    func validate() throws {
        guard (1...32).contains(transfers) else { throw ValidationError("--transfers is a number from 1 to 32.") }
    }
}

/// Runs a transfer with a progress bar, until it ends or the user stops it.
struct CloudTransfer {
    /// What is done with bytes, as in "uploaded".
    let verb: String
    let json: Bool
    /// Cancels the work. Called once, on another thread, if the user stops it.
    let cancel: @Sendable () -> Void

    /// - Parameter work: Receives a function for the numbers of done and of all bytes, which any thread can call.
    /// - Returns: The result of `work`, or `nil` if the user stopped it.
    func run<Value>(
        _ work: (_ progress: @escaping @Sendable (Int64, Int64) -> Void, _ bar: ProgressBar) throws -> Value
    ) throws -> Value? {
        let bar = ProgressBar(verb: verb, noun: "MB", style: .suiting(json: json))
        defer { bar.finish() }
        let interruption = Interruption {
            bar.tell("Stopping. Completed transfers are kept. Press Ctrl-C again to stop immediately.")
            cancel()
        }
        do {
            return try work(
                { done, total in
                    bar.set(total: Self.amount(total))
                    bar.set(done: Self.amount(done))
                }, bar)
        } catch let error as RemoteBlobError where error.code == .cancelled && interruption.wasRequested {
            return nil
        } catch is CancellationError where interruption.wasRequested {
            return nil
        }
    }

    private static func amount(_ bytes: Int64) -> ProgressMeter.Amount {
        ProgressMeter.Amount(files: Int(bytes / 1_000_000), effort: Double(bytes))
    }
}
