import Albumen
import Foundation
import HTTPTypes
import Records
import Synchronization

/// The devices that are being paired. They are in memory alone: a restart of the server ends them.
///
/// A link's key has 256 random bits and works once. If a second device opens the link, nobody is paired. The owner
/// compares the four digits of both sides, so a caught link pairs no other device unnoticed.
final class Pairings: Sendable {
    /// The largest number of open pairings. A new one ends the oldest.
    private static let limit = 8
    private static let nameLimit = 60

    private let signIns: LastingSignIns
    private let now: @Sendable () -> Date
    private let changed: @Sendable () -> Void
    private let pairings = Mutex<[Pairing]>([])
    /// The number of changes.
    private let changes = Mutex(0)

    /// - Parameter changed: Called after each change, so that pages show it.
    init(signIns: LastingSignIns, now: @escaping @Sendable () -> Date, changed: @escaping @Sendable () -> Void) {
        (self.signIns, self.now, self.changed) = (signIns, now, changed)
    }

    /// A text that differs after each change.
    var version: String { "\(changes.withLock { $0 })" }

    // MARK: The owner

    /// Makes a link, and returns its key.
    func offer(by device: String?) throws -> (pairing: Pairing, key: String) {
        let token = try SecretToken()
        let pairing = Pairing(
            id: String(UUID().uuidString.lowercased().prefix(8)), key: token.digest, addedBy: device,
            end: now().addingTimeInterval(Pairing.lifetime))
        change { pairings in
            if pairings.count >= Self.limit, let oldest = pairings.firstIndex(where: { !$0.isConfirmed }) {
                pairings.remove(at: oldest)
            }
            pairings.append(pairing)
        }
        return (pairing, token.text)
    }

    /// The open pairings, oldest first.
    var all: [Pairing] {
        let now = now()
        return pairings.withLock { $0.filter { now < $0.end } }
    }

    func pairing(_ id: String) -> Pairing? { all.first { $0.id == id } }

    /// Confirms or refuses the device that waits. Blocks.
    ///
    /// - Parameters:
    ///   - number: The digits that the owner has seen. They must be the device's.
    ///   - device: The lasting sign-in of the device that answers, or `nil` for this machine.
    /// - Throws: `Refusal` if no device waits, or if the digits are others. `SignInError`.
    func answer(_ id: String, confirms: Bool, number: String, by device: String? = nil) throws {
        guard let pairing = pairing(id), pairing.isAsking, let visitor = pairing.visitor, visitor.number == number
        else { throw Refusal.noPairing }
        // The sign-in is durable before the device learns of it.
        let added: (signIn: LastingSignIn, cookie: String)?
        do {
            let place = LastingSignIn.Device(address: visitor.address, addedBy: pairing.addedBy ?? device)
            added = confirms ? try signIns.add(browser: visitor.name, device: place) : nil
        } catch let error as SignInError where error.code == .ended {
            cancel(id)
            throw Refusal.noPairing
        }
        let isAnswered = change { pairings in
            guard let index = pairings.firstIndex(where: { $0.id == id && $0.isAsking }) else { return false }
            pairings[index].state = added.map { .confirmed(cookie: $0.cookie) } ?? .refused
            // The device may have been asleep.
            pairings[index].end = now().addingTimeInterval(Pairing.lifetime)
            return true
        }
        guard isAnswered else {
            // Another device has opened the link meanwhile, or another page has answered.
            if let added { _ = try signIns.end(added.signIn.id) }
            throw Refusal.noPairing
        }
    }

    /// Ends a pairing, unless the owner has confirmed it.
    func cancel(_ id: String) {
        change { $0.removeAll { $0.id == id && !$0.isConfirmed } }
    }

    // MARK: The device

    /// Opens a link for a device, and returns the secret with which it waits, and the digits that it shows.
    ///
    /// - Parameter attempt: A random text of the device's. With the same text, it can open the link again, because an
    ///   answer can be lost.
    /// - Throws: `Refusal` if the link isn't valid. If another device has opened it, both are refused.
    func claim(
        _ key: String, attempt: String? = nil, name: String, address: String
    ) throws -> (secret: String, number: String) {
        let digest = try SecretToken.digest(of: key)
        let secret = try SecretToken()
        let visitor = Pairing.Visitor(
            name: String(name.prefix(Self.nameLimit)), address: address, number: Self.digits(),
            attempt: try attempt.map { try SecretToken.digest(of: $0) }, secret: secret.digest)
        let now = now()
        let number = change { pairings -> String? in
            guard let index = pairings.firstIndex(where: { $0.key == digest && now < $0.end }) else { return nil }
            switch pairings[index].state {
            case .offered:
                (pairings[index].state, pairings[index].visitor) = (.asking, visitor)
                return visitor.number
            case .asking, .confirmed:
                if let attempt = visitor.attempt, pairings[index].visitor?.attempt == attempt {
                    pairings[index].visitor?.secret = secret.digest
                    return pairings[index].visitor?.number
                }
                if pairings[index].isAsking { pairings[index].state = .contested }
                return nil
            case .refused, .contested: return nil
            }
        }
        guard let number else { throw Refusal.noPairing }
        return (secret.text, number)
    }

    /// Returns the state of the pairing of a device that waits.
    ///
    /// - Throws: `Refusal` if no device waits with the secret.
    func state(ofSecret secret: String) throws -> Pairing.State {
        let digest = try SecretToken.digest(of: secret)
        guard let pairing = all.first(where: { $0.visitor?.secret == digest }) else { throw Refusal.noPairing }
        return pairing.state
    }

    /// Four random digits.
    private static func digits() -> String {
        let digits = String(Int.random(in: 0..<10_000))
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    @discardableResult
    private func change<Result>(_ body: (inout [Pairing]) -> Result) -> Result {
        let now = now()
        let result = pairings.withLock { pairings in
            pairings.removeAll { $0.end <= now }
            return body(&pairings)
        }
        changes.withLock { $0 += 1 }
        changed()
        return result
    }
}

extension Refusal {
    static let noPairing = Refusal(
        status: .notFound, code: "noPairing",
        message: "This link isn't valid any more: it works once, for five minutes. Make a new one.")
}
