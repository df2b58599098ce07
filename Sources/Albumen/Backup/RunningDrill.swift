import BlobStore
import Foundation
import LTX
import Records
import Synchronization

/// A restore drill on its own thread.
final class RunningDrill: Sendable {
    enum Outcome: Sendable {
        case succeeded
        /// The backup can't be restored, with the reason for people.
        case failed(String)
        /// Nothing is known, for example because the place can't be reached.
        case interrupted
    }

    private static let fileName = "weekly-drill.sqlite"
    /// The temporary files of a drill, which a killed process leaves.
    static let fileNames = ["", "-wal", "-shm"].map { fileName + $0 }

    private let result = Mutex<Outcome?>(nil)
    private let end = DispatchGroup()

    init(_ drill: CatalogDrill) {
        end.enter()
        let thread = Thread { [self] in
            let outcome = Self.run(drill)
            result.withLock { $0 = outcome }
            end.leave()
        }
        thread.name = "albumen.drill"
        thread.start()
    }

    /// The outcome, or `nil` while it runs.
    var outcome: Outcome? { result.withLock { $0 } }

    func wait() -> Outcome {
        end.wait()
        return outcome ?? .interrupted
    }

    private static func run(_ drill: CatalogDrill) -> Outcome {
        do {
            try drill.run(try drill.newestChain(), name: fileName) { _, _ in }
            return .succeeded
        } catch let error as LTXError where error.code == .fileFailure {
            return .interrupted
        } catch let error as LTXError {
            return .failed(error.message)
        } catch let error as CatalogError where error.code == .failed {
            return .failed(error.message)
        } catch let error as RemoteBlobError where [.damaged, .notFound, .misbehaving].contains(error.code) {
            return .failed(error.message)
        } catch {
            return .interrupted
        }
    }
}
