/// The addresses that a client's token opens: the assets and collections of the library, and nothing about the owner,
/// other clients, or the server.
enum ClientArea {
    /// The second parts of the paths, after `api`. All other paths are the owner's alone, also those of routes that are
    /// added later.
    private static let parts: Set<Substring> = [
        "openapi.json", "collections", "covers", "assets", "bursts", "changes", "downloads", "adjustments", "undo",
        "revert", "trash",
    ]

    static func contains(_ path: String) -> Bool {
        let components = path.split(separator: "/")
        return path.hasPrefix("/api/") && components.count >= 2 && parts.contains(components[1])
    }

    /// Returns the text that names an asset in a path, or `nil` if the path is of another kind.
    static func asset(in path: String) -> Substring? {
        let components = path.split(separator: "/")
        guard components.count >= 3, components[0] == "api", components[1] == "assets" else { return nil }
        return components[2]
    }
}
