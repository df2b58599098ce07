import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Finds the sender of a request by its password.
///
/// Failed attempts are limited. Right passwords aren't, because one address can have many devices.
struct SenderAdmissions: Sendable {
    /// The senders, or `nil` if the file with them can't be used.
    let signIns: LastingSignIns?
    let work: BlockingWork
    let attempts: AttemptLimit
    let connections: SenderConnections
    /// The connections of other devices, or `nil` if the server doesn't listen for them.
    let deviceConnections: DeviceConnections?

    /// Returns the context of a request with its sender. Notes the use.
    ///
    /// On this machine, passwords have an effect only on connections of the owner, as the kernel says.
    ///
    /// - Throws: `Refusal`: 401 for a missing or wrong password, 403 for another user of this machine, and 429 after too
    ///   many wrong ones.
    func admit(_ request: Request, _ context: GalleryContext) async throws -> GalleryContext {
        let address = context.remote.map { ForwardedAddress.of(request, on: $0) }
        guard let sender = try sender(of: request, from: address) else { throw Refusal.noSender }
        if let remote = context.remote {
            deviceConnections?.note(sender.id, on: remote.number)
        } else {
            guard context.peer.isOwner else { throw Refusal.noSenderOfOthers }
            try connections.note(sender.id, context.channel)
        }
        // A removal between the check of the password and the note closes no connection, so it's checked again.
        guard try signIns?.sender(sender.id) != nil else { throw Refusal.noSender }
        try await noteUse(of: sender, from: address, context)
        var context = context
        context.sender = sender
        return context
    }

    private func sender(of request: Request, from address: String?) throws -> Sender? {
        switch SenderCredentials(of: request) {
        case .missing: return nil
        case .malformed: break
        case .given(let name, let password):
            if let sender = try signIns?.sender(named: name, password: password) { return sender }
        }
        try attempts.take(from: address ?? "")
        return nil
    }

    /// Notes a use. A failure, such as a full disk, has no effect on the sender.
    private func noteUse(of sender: Sender, from address: String?, _ context: GalleryContext) async throws {
        guard let signIns, signIns.isUseDue(of: sender, from: address) else { return }
        do {
            try await work.read { try signIns.noteUse(of: sender, from: address) }
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("The use of a sender can't be noted: \(error)")
        }
    }
}

extension Refusal {
    /// The response is the same for a missing and a wrong password, and for a sender that was removed.
    static let noSender = Refusal(
        status: .unauthorized, code: "noSender",
        message: "This address needs the name and the password of a sender. The library's owner adds one with: "
            + "albumen access add-sender NAME",
        headers: [.wwwAuthenticate: "Basic realm=\"Albumen\", charset=\"UTF-8\""])

    fileprivate static let noSenderOfOthers = Refusal(
        status: .forbidden, code: "otherUser",
        message: "On this machine, the passwords of senders are for programs of the library's owner.")
}
