import HTTPTypes

/// The paths that paired devices may use. All others are for this machine alone, also those of routes that are added
/// later: they read other files of the user, or have secrets of this machine.
enum DeviceArea {
    /// The second parts of the paths after `api`, beside those of `ClientArea`.
    private static let parts: Set<Substring> = [
        "backup", "browsers", "clients", "pairings", "picker", "questions", "remembered", "removals", "search",
        "senders", "session", "sites", "status", "uploads",
    ]

    static func contains(_ path: String) -> Bool {
        if ["/", PickEntrance.picker, SiteEntrance.page].contains(path) || PageRoutes.sidePages.contains(path)
            || path.hasPrefix(PageFiles.address)
        {
            return true
        }
        if ClientArea.contains(path) { return true }
        let components = path.split(separator: "/")
        // Tokens of clients work on this machine alone.
        if components.last == "token" { return false }
        return path.hasPrefix("/api/") && components.count >= 2 && parts.contains(components[1])
    }
}
