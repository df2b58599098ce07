import Albumen
import ArgumentParser
import Foundation

/// The options of every command: the library, and the form of the output.
struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The library's folder. (default: ALBUMEN_LIBRARY, the configured one, or \"~/Pictures/Albumen Library\")",
            valueName: "dir"),
        completion: .directory)
    var library: String?

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func validate() throws {
        if library?.isEmpty == true { throw ValidationError("--library is empty. Name the library's folder.") }
    }

    /// Returns the library's folder, whether or not it exists.
    func folder() throws -> URL {
        var environment = ProcessInfo.processInfo.environment
        if let library { environment["ALBUMEN_LIBRARY"] = library }
        return try LibraryLocation.find(environment: environment)
    }

    /// - Throws: `CommandFailure` if there is no library. This method never creates one.
    func existingFolder() throws -> URL {
        let folder = try folder()
        guard try Library.isPresent(at: folder) else {
            throw CommandFailure(
                "There is no library at \(folder.path). Name one with --library, or make one by importing photos: "
                    + "albumen import FOLDER\(library.map { " --library \(ShellWord.quoted($0))" } ?? "")")
        }
        return folder
    }

    /// Opens the library for the owner.
    ///
    /// - Parameter notify: Called with sentences for the user.
    /// - Throws: An error if there is no library. This method never creates one.
    func openView(notify: (String) -> Void = Library.notifyOnStandardError) throws -> LibraryView {
        try openExisting(notify: notify).view(for: .command)
    }

    /// Opens the library for commands that process all of it, such as `verify`.
    ///
    /// - Parameter notify: Called with sentences for the user.
    /// - Throws: An error if there is no library. This method never creates one.
    func openExisting(notify: (String) -> Void = Library.notifyOnStandardError) throws -> Library {
        try open(at: existingFolder(), notify: notify)
    }

    /// Opens the library, or makes an empty one.
    ///
    /// - Parameter notify: Called with sentences for the user.
    func openOrCreate(notify: (String) -> Void = Library.notifyOnStandardError) throws -> Library {
        try open(at: folder(), notify: notify)
    }

    private func open(at folder: URL, notify: (String) -> Void) throws -> Library {
        let library = try Library(at: folder, workerExecutable: nil, notify: notify)
        DurableSending.attach(to: library)
        LastChanges.note(library)
        return library
    }
}

extension Principal {
    /// The owner at the command line.
    static let command = Principal.owner(through: "command")
}
