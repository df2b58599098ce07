import BlobStore
package import Foundation
package import PhotoLibrary
import Records
import Synchronization

/// The browsers that stay signed in to one library, on this machine and on paired devices. Any thread can call the
/// methods, which read or write a small file.
///
/// A sign-in ends 90 days after its last use. It has no effect in a copy of the library (see `TokenPlace`).
package final class LastingSignIns: Sendable {
    /// The name of the file in the user's state folder.
    package static let fileName = "sign-ins.json"
    /// The time within which a use is noted once.
    package static let useInterval: TimeInterval = 3600
    static let addressInterval: TimeInterval = 60
    /// The largest number of sign-ins of one library. A new one ends the one that was used longest ago.
    package static let limit = 64
    private static let nameLimit = 60

    let file: SignInFile
    let library: String
    let place: TokenPlace
    let now: @Sendable () -> Date
    /// The content that was read last, with the file's version.
    private let known = Mutex<(version: SignInFile.Version, content: SignInFile.Content)?>(nil)

    /// - Throws: `SignInError` if the user has no state folder, or if the library's folder can't be recognized.
    package convenience init(
        of library: Library, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard let folder = StateFolder.url(in: environment) else {
            throw SignInError(
                .noPlace, "HOME isn't set, so there is no folder for the browsers that stay signed in. Set it.")
        }
        guard let place = library.tokenPlace else {
            throw SignInError(
                .noPlace, "\(library.folder.path) can't be recognized, because its status can't be read.")
        }
        self.init(
            file: folder.appendingPathComponent(Self.fileName), library: library.identifier, place: place,
            now: library.now)
    }

    init(file: URL, library: String, place: TokenPlace, now: @escaping @Sendable () -> Date) {
        (self.file, self.library, self.place, self.now) = (SignInFile(url: file), library, place, now)
    }

    /// Returns the sign-ins, last used first.
    package func all() throws -> [LastingSignIn] {
        try effective(in: file.read().content.signIns).map(\.signIn).sorted {
            ($1.lastUse, $1.created, $1.id) < ($0.lastUse, $0.created, $0.id)
        }
    }

    /// Signs a browser in, and returns its cookie.
    ///
    /// - Parameter device: The device of the browser, or `nil` for a browser on this machine.
    /// - Throws: `SignInError`, with `ended` if the device that adds this one is signed out.
    package func add(
        browser: String, device: LastingSignIn.Device? = nil
    ) throws -> (signIn: LastingSignIn, cookie: String) {
        let token = try SecretToken()
        let date = Int64(now().timeIntervalSince1970)
        let id = String(UUID().uuidString.lowercased().prefix(8))
        let entry = SignInFile.Entry(
            id: id, cookie: token.digest.hexadecimal, library: library, inVolume: place.inVolume,
            atPath: place.atPath, browser: String(browser.prefix(Self.nameLimit)), created: date, lastUse: date,
            address: device?.address, addedBy: device?.addedBy)
        try file.change { content in
            try requireDevice(device?.addedBy, in: content)
            dropOver(id, from: &content)
            while let oldest = effective(in: content.signIns).min(by: { $0.lastUse < $1.lastUse }),
                effective(in: content.signIns).count >= Self.limit
            {
                drop([oldest], from: &content)
            }
            content.signIns.append(entry)
        }
        return (entry.signIn, token.text)
    }

    /// - Throws: `ended` if the device that adds another one is signed out.
    func requireDevice(_ device: String?, in content: SignInFile.Content) throws {
        guard let device, !isSignedIn(device, in: content) else { return }
        throw SignInError(.ended, "The device that asks for this is signed out. Use another one.")
    }

    func isSignedIn(_ id: String, in content: SignInFile.Content) -> Bool {
        content.signIns.contains { $0.id == id && isEffective($0) }
    }

    /// Removes the sign-ins that are too old, and one of an earlier use of the same identifier.
    private func dropOver(_ id: String, from content: inout SignInFile.Content) {
        drop(content.signIns.filter { $0.id == id || isOver($0) }, from: &content)
    }

    /// Removes sign-ins that end by themselves, with their sites. The devices and senders that they have added then end
    /// with those that have added them.
    private func drop(_ dropped: [SignInFile.Entry], from content: inout SignInFile.Content) {
        for entry in dropped {
            content.signIns.removeAll { $0 == entry }
            removeSites(of: [entry.id], from: &content)
            for index in content.signIns.indices where content.signIns[index].addedBy == entry.id {
                content.signIns[index].addedBy = entry.addedBy
            }
            for index in content.senders.indices where content.senders[index].addedBy == entry.id {
                content.senders[index].addedBy = entry.addedBy
            }
        }
    }

    /// Returns the sign-in of a cookie, or `nil` if it's unknown, ended, too old, of another library, or a device's.
    ///
    /// Compares hashes, so the time reveals nothing about other cookies.
    package func signIn(ofCookie cookie: some StringProtocol) throws -> LastingSignIn? {
        try entry(ofCookie: cookie).flatMap { $0.address == nil ? $0.signIn : nil }
    }

    /// Returns the sign-in of a paired device's cookie, or `nil` if there is none. The cookie of a browser on this
    /// machine has no effect on other devices.
    package func device(ofCookie cookie: some StringProtocol) throws -> LastingSignIn? {
        try entry(ofCookie: cookie).flatMap { $0.address == nil ? nil : $0.signIn }
    }

    private func entry(ofCookie cookie: some StringProtocol) throws -> SignInFile.Entry? {
        let digest = try SecretToken.digest(of: cookie).hexadecimal
        return try effective(in: content().signIns).first { $0.cookie == digest }
    }

    /// Returns the sign-in with an identifier, or `nil` if it has ended.
    package func signIn(_ id: String) throws -> LastingSignIn? {
        try effective(in: content().signIns).first { $0.id == id }?.signIn
    }

    /// Whether a use now would be noted.
    package func isUseDue(of signIn: LastingSignIn, from address: String? = nil) -> Bool {
        let interval = address == signIn.device?.address ? Self.useInterval : Self.addressInterval
        return abs(now().timeIntervalSince(signIn.lastUse)) >= interval
    }

    /// Notes that a sign-in is used now, unless that was noted within the last hour. A device's new address is noted
    /// after a minute.
    ///
    /// - Parameter address: The numeric address of a device.
    package func noteUse(of signIn: LastingSignIn, from address: String? = nil) throws {
        guard isUseDue(of: signIn, from: address) else { return }
        let date = now()
        try file.change { content in
            // Another request may have noted it meanwhile.
            guard let index = content.signIns.firstIndex(where: { $0.id == signIn.id && isEffective($0) }),
                isUseDue(of: content.signIns[index].signIn, from: address)
            else { return }
            content.signIns[index].lastUse = Int64(date.timeIntervalSince1970)
            if let address, content.signIns[index].address != nil { content.signIns[index].address = address }
            // The library's folder may have been moved, or its volume may have another number after a restart.
            (content.signIns[index].inVolume, content.signIns[index].atPath) = (place.inVolume, place.atPath)
        }
    }

    /// Ends a sign-in, and those of the devices and senders that it added. Returns `false` if there is none.
    package func end(_ id: String) throws -> Bool {
        try file.change { content in
            let count = content.signIns.count
            var ended: Set = [id]
            while let next = content.signIns.first(where: {
                $0.library == library && !ended.contains($0.id) && $0.addedBy.map(ended.contains) ?? false
            }) {
                ended.insert(next.id)
            }
            let over = content.signIns.filter {
                ended.contains($0.id) && (isEffective($0) || $0.library == library && isOver($0))
            }
            remove(over, from: &content)
            return content.signIns.count < count
        }
    }

    /// Ends all sign-ins of the library with the senders that they added, and returns the number of sign-ins.
    @discardableResult
    package func endAll() throws -> Int {
        try file.change { content in
            let count = effective(in: content.signIns).count
            remove(content.signIns.filter { isEffective($0) || isOver($0) }, from: &content)
            return count
        }
    }

    /// Removes sign-ins, the senders that they added, and their sites.
    private func remove(_ removed: [SignInFile.Entry], from content: inout SignInFile.Content) {
        content.signIns.removeAll(where: removed.contains)
        let identifiers = Set(removed.map(\.id))
        content.senders.removeAll { $0.library == library && $0.addedBy.map(identifiers.contains) ?? false }
        removeSites(of: identifiers, from: &content)
    }

    private func removeSites(of devices: Set<String>, from content: inout SignInFile.Content) {
        content.sites.removeAll { $0.library == library && devices.contains($0.device) }
    }

    /// A text that differs after each change of the file.
    package var version: String { file.version.map { "\($0)" } ?? "" }

    // MARK: Entries

    /// Returns the file's content. Reads the file only if it has changed.
    func content() throws -> SignInFile.Content {
        if let version = file.version, let known = known.withLock({ $0 }), known.version == version {
            return known.content
        }
        let (content, version) = try file.read()
        known.withLock { known in known = version.map { ($0, content) } }
        return content
    }

    private func effective(in entries: [SignInFile.Entry]) -> [SignInFile.Entry] { entries.filter(isEffective) }

    private func isEffective(_ entry: SignInFile.Entry) -> Bool {
        entry.library == library && !isOver(entry) && isHere(entry.inVolume, entry.atPath)
    }

    /// Whether the library is where an entry was made, and no copy.
    func isHere(_ inVolume: Data, _ atPath: Data) -> Bool {
        TokenPlace(inVolume: inVolume, atPath: atPath).isSame(as: place)
    }

    private func isOver(_ entry: SignInFile.Entry) -> Bool { entry.signIn.isOver(at: now()) }
}

extension SignInFile.Entry {
    fileprivate var signIn: LastingSignIn {
        LastingSignIn(
            id: id, browser: browser, created: Date(timeIntervalSince1970: TimeInterval(created)),
            lastUse: Date(timeIntervalSince1970: TimeInterval(lastUse)),
            device: address.map { LastingSignIn.Device(address: $0, addedBy: addedBy) })
    }
}
