/// The paths of senders. On these, only a sender's password counts, and on all other paths it has no effect.
enum SenderArea {
    /// The files that programs copy to the library and from it (WebDAV).
    static let dav = "/dav"
    /// The files that programs add with their PhotoKit type and dates.
    static let inbox = "/inbox"

    static func contains(_ path: String) -> Bool {
        [dav, inbox].contains { path == $0 || path.hasPrefix("\($0)/") }
    }
}
