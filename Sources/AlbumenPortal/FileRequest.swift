/// A call of `OpenFile`, as far as the picker needs it. All strings come from other programs.
struct FileRequest: Equatable {
    static let signature = "osssa{sv}"

    /// The path of the request's object.
    let handle: String
    /// The identifier of the program that asks, or an empty string if the portal doesn't know it.
    let program: String
    let title: String
    var allowsMany = false
    var choosesFolders = false
    /// Whether the dialog has controls of the program.
    var hasChoices = false
    var filters: [FileFilter] = []
    var currentFilter: FileFilter?

    @MainActor
    init(_ message: BusMessage) throws {
        handle = try message.readString("o")
        program = try message.readString()
        // The window of the program. The picker has a window of its own in a browser.
        _ = try message.readString()
        title = try message.readString()
        try message.readArray("{sv}") {
            try message.read("e", "sv") {
                let name = try message.readString()
                try readOption(name, message)
            }
        }
    }

    /// The media that the picker can offer, or `nil` for other requests.
    ///
    /// Browsers also send a filter for all files. So the filter that the dialog begins with decides.
    var media: FileFilter.Media? {
        guard !choosesFolders, !hasChoices else { return nil }
        return (currentFilter ?? filters.first)?.media
    }

    @MainActor
    private mutating func readOption(_ name: String, _ message: BusMessage) throws {
        let type = try message.variantType()
        switch (name, type) {
        case ("multiple", "b"): allowsMany = try message.read("v", type) { try message.readBoolean() }
        case ("directory", "b"): choosesFolders = try message.read("v", type) { try message.readBoolean() }
        case ("current_filter", "(sa(us))"):
            currentFilter = try message.read("v", type) { try Self.readFilter(message) }
        case ("filters", "a(sa(us))"):
            filters = try message.read("v", type) {
                var filters: [FileFilter] = []
                try message.readArray("(sa(us))") { filters.append(try Self.readFilter(message)) }
                return filters
            }
        case ("choices", _):
            hasChoices = true
            try message.skip("v")
        default: try message.skip("v")
        }
    }

    @MainActor
    private static func readFilter(_ message: BusMessage) throws -> FileFilter {
        try message.read("r", "sa(us)") {
            // The filter's name for people.
            _ = try message.readString()
            var patterns: [FileFilter.Pattern] = []
            try message.readArray("(us)") {
                let pattern = try message.read("r", "us") { (try message.readNumber(), try message.readString()) }
                patterns.append(pattern.0 == 1 ? .mediaType(pattern.1) : .name(pattern.1))
            }
            return FileFilter(patterns: patterns)
        }
    }
}
