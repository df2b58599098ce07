package import Foundation
import PhotoLibrary
import Records

/// The senders of the library, in the same file as the sign-ins. So a device and the senders that it added end in one
/// change.
extension LastingSignIns {
    /// The largest number of senders of one library.
    package static let senderLimit = 64

    /// The folder of this user for what is known of the library's senders, beside the file with the sign-ins.
    package var senderFolder: URL {
        file.url.deletingLastPathComponent().appending(path: "senders/\(library)", directoryHint: .isDirectory)
    }

    /// Returns the senders, by name.
    package func senders() throws -> [Sender] {
        try effectiveSenders(in: file.read().content).map(\.sender).sorted {
            ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id)
        }
    }

    /// Returns the identifiers of all senders, also of those that have no effect here because the library is a copy or
    /// its disk has another number. Returns `nil` if there is no file with sign-ins.
    package func allSenderIdentifiers() throws -> Set<String>? {
        let (content, version) = try file.read()
        return version == nil ? nil : Set(content.senders.map(\.id))
    }

    /// Adds a sender, and returns its password, which is stored nowhere.
    ///
    /// - Parameters:
    ///   - canRead: Whether it can also read the library.
    ///   - device: The identifier of the device that adds it, or `nil` for this machine.
    /// - Throws: `SignInError`: `badName`, `nameTaken`, `tooMany`, and `ended` if the device is signed out.
    package func addSender(
        named name: String, canRead: Bool = false, addedBy device: String? = nil
    ) throws -> (sender: Sender, password: String) {
        let name = try Sender.checkedName(name)
        let password = try SenderPassword()
        let entry = SignInFile.SenderEntry(
            id: "s" + UUID().uuidString.lowercased().prefix(8), name: name, password: password.digest.hexadecimal,
            library: library, inVolume: place.inVolume, atPath: place.atPath, canRead: canRead,
            created: Int64(now().timeIntervalSince1970), lastUse: nil, address: nil, addedBy: device)
        try file.change { content in
            try requireDevice(device, in: content)
            let senders = effectiveSenders(in: content)
            guard !senders.contains(where: { Sender.isSameName($0.name, name) }) else {
                throw SignInError(
                    .nameTaken, "There is a sender “\(name)”. Choose another name, or remove that sender first.")
            }
            guard senders.count < Self.senderLimit else {
                throw SignInError(.tooMany, "A library has at most \(Self.senderLimit) senders. Remove one first.")
            }
            content.senders.append(entry)
        }
        return (entry.sender, password.text)
    }

    /// Returns the sender with a password, or `nil` if there is none.
    ///
    /// The time doesn't depend on where hashes differ.
    ///
    /// - Parameter name: The user name that the request states, or `nil` if it states none.
    package func sender(named name: String?, password: some StringProtocol) throws -> Sender? {
        let digest = try SenderPassword.digest(of: password).hexadecimal
        var found: SignInFile.SenderEntry?
        for entry in effectiveSenders(in: try content()) where Self.isEqual(entry.password, digest) { found = entry }
        guard let found, name.map({ Sender.isSameName($0, found.name) }) ?? true else { return nil }
        return found.sender
    }

    /// Returns the sender with an identifier, or `nil` if it was removed.
    package func sender(_ id: String) throws -> Sender? {
        try effectiveSenders(in: content()).first { $0.id == id }?.sender
    }

    /// Removes a sender. Returns it, or `nil` if there is none.
    ///
    /// - Parameter name: The name or the identifier.
    package func removeSender(_ name: String) throws -> Sender? {
        try file.change { content in
            let senders = effectiveSenders(in: content)
            guard let sender = senders.first(where: { $0.id == name || Sender.isSameName($0.name, name) }) else {
                return nil
            }
            content.senders.removeAll { $0.id == sender.id && $0.library == library }
            return sender.sender
        }
    }

    /// Whether a use now would be noted.
    package func isUseDue(of sender: Sender, from address: String?) -> Bool {
        guard let lastUse = sender.lastUse else { return true }
        let interval = address == sender.address ? Self.useInterval : Self.addressInterval
        return abs(now().timeIntervalSince(lastUse)) >= interval
    }

    /// Notes that a sender is used now, unless that was noted within the last hour. A new address is noted after a
    /// minute.
    package func noteUse(of sender: Sender, from address: String?) throws {
        guard isUseDue(of: sender, from: address) else { return }
        let date = now()
        try file.change { content in
            guard
                let index = content.senders.firstIndex(where: { $0.id == sender.id && isEffective($0) }),
                isUseDue(of: content.senders[index].sender, from: address)
            else { return }
            content.senders[index].lastUse = Int64(date.timeIntervalSince1970)
            content.senders[index].address = address
            // The library's folder may have been moved, or its volume may have another number after a restart.
            (content.senders[index].inVolume, content.senders[index].atPath) = (place.inVolume, place.atPath)
        }
    }

    private func effectiveSenders(in content: SignInFile.Content) -> [SignInFile.SenderEntry] {
        content.senders.filter(isEffective)
    }

    private func isEffective(_ entry: SignInFile.SenderEntry) -> Bool {
        entry.library == library && isHere(entry.inVolume, entry.atPath)
    }

    /// Compares hashes in constant time.
    private static func isEqual(_ hash: String, _ other: String) -> Bool {
        guard hash.utf8.count == other.utf8.count else { return false }
        return zip(hash.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension SignInFile.SenderEntry {
    var sender: Sender {
        Sender(
            id: id, name: name, canRead: canRead, created: Date(timeIntervalSince1970: TimeInterval(created)),
            lastUse: lastUse.map { Date(timeIntervalSince1970: TimeInterval($0)) }, address: address, addedBy: addedBy)
    }
}
