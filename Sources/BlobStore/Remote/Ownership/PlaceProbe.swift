package import Cancellation
import Foundation
import Records
import Synchronization

/// Finds out with some dozen requests whether a place honours conditions, and shows at once what was stored.
///
/// A probe can refute a place and can't prove anything about it: a store that fails once in a thousand requests passes. So an
/// owner also reads its record back (`Ownership.confirm`).
package struct PlaceProbe {
    package enum Outcome: Hashable, Sendable {
        case honoursConditions
        /// A sentence for people that says what the place did.
        case refuted(String)
    }

    /// A finding that ends a probe.
    private struct Refutation: Error {
        let reason: String
    }

    private static let repetitionCount = 10
    private static let raceCount = 5
    private static let racerCount = 4

    private let place: any RemoteBlobStore
    private let cancellation: WorkCancellation
    /// The start of the names of this probe's documents.
    private let prefix = "albumen/probe/\(UUID().uuidString.lowercased())-"

    private init(_ place: any RemoteBlobStore, _ cancellation: WorkCancellation) {
        self.place = place
        self.cancellation = cancellation
    }

    /// Probes a place. Removes its documents afterwards.
    ///
    /// - Throws: The error of a request that failed, such as `unreachable`. Then nothing is known about the place.
    package static func run(_ place: any RemoteBlobStore, _ cancellation: WorkCancellation) throws -> Outcome {
        let probe = PlaceProbe(place, cancellation)
        let result = Result { try probe.outcome() }
        do {
            try probe.cleanUp()
        } catch {
            // The first error says more. Documents that remain harm nothing.
            _ = try result.get()
            throw error
        }
        return try result.get()
    }

    private func outcome() throws -> Outcome {
        do {
            try checkSuccession()
            for number in 1...Self.raceCount { try checkRace(number) }
            return .honoursConditions
        } catch let refutation as Refutation {
            return .refuted("\(place.address) can't be shared by several machines: \(refutation.reason).")
        } catch let error as RemoteBlobError where error.code == .withoutConditions {
            return .refuted(error.message)
        }
    }

    /// Checks one name with one connection after another.
    private func checkSuccession() throws {
        let name = name("succession")
        let data = content()
        guard try place.size(of: name, cancellation) == nil, try place.document(name, cancellation) == nil else {
            throw Refutation(reason: "it has a document that nobody stored")
        }
        guard try place.createDocument(data, name, cancellation) == .created else {
            throw Refutation(reason: "it refused to create a document with a new name")
        }
        guard try place.size(of: name, cancellation) == Int64(data.count) else {
            throw Refutation(reason: "a document that was just stored was missing, or had another size")
        }
        guard try listedNames() == [name] else {
            throw Refutation(reason: "a document that was just stored wasn't listed")
        }
        guard try all(place.download(name, range: 3..<20)) == data[3..<20] else {
            throw Refutation(reason: "a part of a document had other bytes than the document")
        }
        for _ in 0..<Self.repetitionCount {
            switch try place.createDocument(content(), name, cancellation) {
            case .exists(data): continue
            case .exists: throw Refutation(reason: "it changed a document although its name was taken")
            case .created: throw Refutation(reason: "it stored a second document under a name that was taken")
            }
        }
    }

    /// Lets several connections create one document at once.
    private func checkRace(_ number: Int) throws {
        let name = name("race-\(number)")
        let outcomes = Mutex<[Result<Data?, any Error>]>([])
        let (start, end) = (DispatchGroup(), DispatchGroup())
        start.enter()
        for _ in 0..<Self.racerCount {
            end.enter()
            let data = content()
            let (place, cancellation) = (place, cancellation)
            Thread.detachNewThread {
                start.wait()
                let outcome = Result {
                    try place.createDocument(data, name, cancellation) == .created ? data : nil
                }
                outcomes.withLock { $0.append(outcome) }
                end.leave()
            }
        }
        start.leave()
        end.wait()
        let results = outcomes.withLock { $0 }
        // A refutation says more than a request that failed beside it.
        for case .failure(let error as RemoteBlobError) in results where error.code == .withoutConditions {
            throw error
        }
        let winners = try results.compactMap { try $0.get() }
        guard winners.count == 1 else {
            throw Refutation(
                reason: "\(winners.count) of \(Self.racerCount) connections created the same document at the same time")
        }
        guard try place.document(name, cancellation) == winners[0] else {
            throw Refutation(reason: "it keeps another document than the one whose creation it confirmed")
        }
    }

    /// Also removes documents whose creation had no answer.
    private func cleanUp() throws {
        // Also after a cancellation.
        let cancellation = WorkCancellation()
        for label in ["succession"] + (1...Self.raceCount).map({ "race-\($0)" }) {
            try place.remove(name(label), cancellation)
        }
    }

    private func listedNames() throws -> [RemoteName] {
        try place.list(prefix, after: nil, limit: 10, cancellation).elements.map(\.name)
    }

    private func all(_ download: any BlobDownload) throws -> Data {
        try cancellation.whileWaking {
            download.cancel()
        } while: {
            var data = Data()
            while let piece = try download.next() { data += piece }
            return data
        }
    }

    /// Returns bytes that no other call has.
    private func content() -> Data { Data("Albumen probes this place: \(UUID().uuidString)\n".utf8) }

    private func name(_ label: String) -> RemoteName {
        guard let name = RemoteName(prefix + label) else { preconditionFailure("Letters and digits are a name.") }
        return name
    }
}
