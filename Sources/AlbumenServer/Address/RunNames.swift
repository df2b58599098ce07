import Synchronization

/// The names of this machine under which a run of the server is reached, beside its numeric address.
///
/// Browsers resolve names below `localhost` to this machine by themselves. The gallery is under a random name of this
/// run, so no other program can have had a page of its origin before. The cookie of a browser that stays signed in is
/// for the entrance, which only leads to the run's name. See `docs/access.md`.
package final class RunNames: Sendable {
    /// The name with the cookies of browsers that stay signed in.
    static let entrance = "albumen.localhost"
    private static let randomLength = 26

    /// The name of this run. It has 134 random bits.
    let run: String
    /// Whether both loopback addresses of the port are this server's, so that the names lead nowhere else.
    private let areUsed = Mutex(false)

    package init() {
        var generator = SystemRandomNumberGenerator()
        let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let label = (0..<Self.randomLength).compactMap { _ in characters.randomElement(using: &generator) }
        run = "\(String(label)).\(Self.entrance)"
    }

    var isUsed: Bool { areUsed.withLock { $0 } }

    func use() { areUsed.withLock { $0 = true } }

    /// What a request's `Host` means.
    enum Place: Equatable {
        /// The numeric address, or a foreign name.
        case address
        case entrance
        /// This run.
        case run
        /// The name of another run.
        case otherRun
    }

    /// - Parameter authority: The value of `Host`. Browsers send it in lower case.
    func place(of authority: String?, at address: ServerAddress) -> Place {
        guard isUsed, let authority else { return .address }
        if authority == address.authority(ofName: run) { return .run }
        let entrance = address.authority(ofName: Self.entrance)
        if authority == entrance { return .entrance }
        return authority.hasSuffix(".\(entrance)") ? .otherRun : .address
    }

    func entranceOrigin(at address: ServerAddress) -> String { "http://\(address.authority(ofName: Self.entrance))" }

    func runOrigin(at address: ServerAddress) -> String { "http://\(address.authority(ofName: run))" }

    /// The paths of pages to which the entrance leads. All other paths lead to none.
    static let pages = PageRoutes.sidePages.union(["/", PickEntrance.picker])
}
