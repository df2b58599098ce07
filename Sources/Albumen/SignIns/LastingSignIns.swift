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
    private static let addressInterval: TimeInterval = 60
    /// The largest number of sign-ins of one library. A new one ends the one that was used longest ago.
    package static let limit = 64
    private static let nameLimit = 60

    private let file: SignInFile
    private let library: String
    private let place: TokenPlace
    private let now: @Sendable () -> Date
    /// The entries that were read last, with the file's version.
    private let known = Mutex<(version: SignInFile.Version, entries: [SignInFile.Entry])?>(nil)

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
        try effective(in: file.read().entries).map(\.signIn).sorted {
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
        try file.change { entries in
            if let parent = device?.addedBy, !entries.contains(where: { $0.id == parent && isEffective($0) }) {
                throw SignInError(.ended, "The device that adds this one is signed out. Add it with another one.")
            }
            drop(entries.filter { $0.id == id || isOver($0) }, from: &entries)
            while let oldest = effective(in: entries).min(by: { $0.lastUse < $1.lastUse }),
                effective(in: entries).count >= Self.limit
            {
                drop([oldest], from: &entries)
            }
            entries.append(entry)
        }
        return (entry.signIn, token.text)
    }

    /// Removes entries that end by themselves. The devices that they have added then end with those that have added them.
    private func drop(_ dropped: [SignInFile.Entry], from entries: inout [SignInFile.Entry]) {
        for entry in dropped {
            entries.removeAll { $0 == entry }
            for index in entries.indices where entries[index].addedBy == entry.id {
                entries[index].addedBy = entry.addedBy
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
        return try effective(in: entries()).first { $0.cookie == digest }
    }

    /// Returns the sign-in with an identifier, or `nil` if it has ended.
    package func signIn(_ id: String) throws -> LastingSignIn? {
        try effective(in: entries()).first { $0.id == id }?.signIn
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
        try file.change { entries in
            // Another request may have noted it meanwhile.
            guard let index = entries.firstIndex(where: { $0.id == signIn.id && isEffective($0) }),
                isUseDue(of: entries[index].signIn, from: address)
            else { return }
            entries[index].lastUse = Int64(date.timeIntervalSince1970)
            if let address, entries[index].address != nil { entries[index].address = address }
            // The library's folder may have been moved, or its volume may have another number after a restart.
            (entries[index].inVolume, entries[index].atPath) = (place.inVolume, place.atPath)
        }
    }

    /// Ends a sign-in, and those of the devices that it paired. Returns `false` if there is none.
    package func end(_ id: String) throws -> Bool {
        try file.change { entries in
            let count = entries.count
            var ended: Set = [id]
            while let next = entries.first(where: {
                $0.library == library && !ended.contains($0.id) && $0.addedBy.map(ended.contains) ?? false
            }) {
                ended.insert(next.id)
            }
            entries.removeAll { ended.contains($0.id) && (isEffective($0) || $0.library == library && isOver($0)) }
            return entries.count < count
        }
    }

    /// Ends all sign-ins of the library, and returns their number.
    @discardableResult
    package func endAll() throws -> Int {
        try file.change { entries in
            let count = effective(in: entries).count
            entries.removeAll { isEffective($0) || isOver($0) }
            return count
        }
    }

    /// A text that differs after each change of the file.
    package var version: String { file.version.map { "\($0)" } ?? "" }

    // MARK: Entries

    /// Returns the file's entries. Reads the file only if it has changed.
    private func entries() throws -> [SignInFile.Entry] {
        if let version = file.version, let known = known.withLock({ $0 }), known.version == version {
            return known.entries
        }
        let (entries, version) = try file.read()
        known.withLock { known in known = version.map { ($0, entries) } }
        return entries
    }

    private func effective(in entries: [SignInFile.Entry]) -> [SignInFile.Entry] { entries.filter(isEffective) }

    private func isEffective(_ entry: SignInFile.Entry) -> Bool {
        entry.library == library && !isOver(entry)
            && TokenPlace(inVolume: entry.inVolume, atPath: entry.atPath).isSame(as: place)
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
