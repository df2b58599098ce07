import BlobStore
public import Foundation

/// The location of the user's library.
public enum LibraryLocation {
    /// Returns the first match: `ALBUMEN_LIBRARY`, the path in the file `albumen/library` in the configuration folder
    /// (`XDG_CONFIG_HOME` or else `~/.config`), or `~/Pictures/Albumen Library`.
    public static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> URL {
        if let path = environment["ALBUMEN_LIBRARY"], !path.isEmpty { return url(path, environment: environment) }
        if let path = try configuredPath(environment: environment) { return url(path, environment: environment) }
        return home(environment).appendingPathComponent("Pictures/Albumen Library", isDirectory: true)
    }

    /// Returns the file whose first line can name the library.
    public static func configurationFile(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let folder: URL
        if let configured = environment["XDG_CONFIG_HOME"], configured.hasPrefix("/") {
            folder = URL(fileURLWithPath: configured, isDirectory: true)
        } else {
            folder = home(environment).appendingPathComponent(".config", isDirectory: true)
        }
        return folder.appendingPathComponent("albumen/library")
    }

    private static func configuredPath(environment: [String: String]) throws -> String? {
        let file = configurationFile(environment: environment)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let text = try String(contentsOf: file, encoding: .utf8)
        let line = text.split(whereSeparator: \.isNewline).first.map { $0.trimmingCharacters(in: .whitespaces) }
        return line.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Makes the configuration name a moved library, if it named the library's former folder. Without a configuration, the
    /// usual folder counts as its name.
    ///
    /// - Returns: The configuration file, or `nil` if it named another folder.
    package static func moveConfiguration(
        from folder: URL, to newFolder: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> URL? {
        var withoutVariable = environment
        withoutVariable["ALBUMEN_LIBRARY"] = nil
        guard try isSame(find(environment: withoutVariable), folder) else { return nil }
        // The file itself can be a link into a folder of settings.
        let file = configurationFile(environment: environment).resolvingSymlinksInPath()
        let path = newFolder.path(percentEncoded: false)
        var text = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if try configuredPath(environment: environment) != nil {
            let lines = try String(contentsOf: file, encoding: .utf8)
            let rest = lines.drop { $0.isNewline }.drop { !$0.isNewline }
            text += rest.isEmpty ? "\n" : String(rest)
        } else {
            text += "\n"
            try DurableFile.makeFolder(at: file.deletingLastPathComponent())
        }
        try DurableFile.write(Data(text.utf8), to: file)
        return file
    }

    /// Whether two paths are of one folder. Folders that don't exist are compared by their paths.
    private static func isSame(_ one: URL, _ other: URL) -> Bool {
        let paths = [one, other].map { $0.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false) }
            .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        return paths[0] == paths[1]
    }

    private static func url(_ path: String, environment: [String: String]) -> URL {
        guard path == "~" || path.hasPrefix("~/") else { return URL(fileURLWithPath: path, isDirectory: true) }
        return home(environment).appendingPathComponent(String(path.dropFirst(2)), isDirectory: true)
    }

    /// Returns the user's home folder.
    package static func home(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        environment["HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser
    }
}
