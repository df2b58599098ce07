import Albumen
import ArgumentParser
import Foundation
import PhotoSources
import SystemPackage

/// The options of `import` for the libraries and exports of other programs.
struct SourceArguments: ParsableArguments {
    @Option(
        name: .customLong("volume"),
        help: ArgumentHelp(
            """
            The folder with the files of a volume that a Photos library refers to, of a collection of digiKam, of a \
            folder that the catalogue of Shotwell or Lightroom names, or of PhotoPrism's originals \
            (originals=folder). Can be repeated.
            """,
            valueName: "name=folder"))
    var volumes: [String] = []

    @Flag(help: "Also bring over a library's Recently Deleted or archive, to Recently Deleted.")
    var trashed = false

    @Flag(help: "Also bring over shared albums and their items.")
    var shared = false

    @Flag(help: "Also bring over items that were received in messages and not saved.")
    var messages = false

    @Flag(help: "Also bring over projects, such as books and slideshows, as albums.")
    var projects = false

    @Flag(help: "Make the names of persons keywords.")
    var peopleAsKeywords = false

    @Option(
        help: ArgumentHelp(
            """
            How to mark photos that were archived in Google Photos: “hidden”, “keyword=” and a keyword, or “album=” and \
            a title.
            """, valueName: "mark"))
    var archived: TakeoutOptions.Marking?

    @Option(
        help: ArgumentHelp(
            "How to mark photos that a partner shared in Google Photos, as for --archived.",
            valueName: "mark"))
    var partner: TakeoutOptions.Marking?

    @Flag(help: "Also bring over albums of Google Photos without a title.")
    var untitledAlbums = false

    @Option(
        help: ArgumentHelp(
            "A name for the account of an export of Google Photos, to keep several accounts apart.", valueName: "name"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            """
            The file with the API key of the server of Immich whose address is on the command line. Without it, the \
            variable IMMICH_API_KEY has the key.
            """, valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Send the key to Immich without encryption, also outside of your own network.")
    var plainHTTP = false

    @Option(
        help: ArgumentHelp(
            "Write a line with tabs to this file for each fact of a library that is not brought over.",
            valueName: "file"),
        completion: .file())
    var report: String?

    func validate() throws {
        for volume in volumes where Self.parts(of: volume) == nil {
            throw ValidationError("“\(volume)” isn't the name of a volume, “=”, and a folder.")
        }
        if account?.isEmpty == true { throw ValidationError("The name of the account is empty.") }
    }

    /// - Throws: `CommandFailure` if the file of the key can't be read.
    func makeOptions() throws -> SourceOptions {
        var options = SourceOptions()
        options.immichKey = try immichKey()
        options.allowsPlainHTTP = plainHTTP
        for case (let name, let folder)? in volumes.map(Self.parts) { options.volumes[name] = folder }
        options.bringsTrashed = trashed
        options.bringsShared = shared
        options.bringsMessages = messages
        options.bringsProjects = projects
        options.usesPersonsAsKeywords = peopleAsKeywords
        options.archived = archived ?? .listed
        options.partner = partner ?? .listed
        options.bringsUntitledAlbums = untitledAlbums
        options.account = account ?? ""
        return options
    }

    private func immichKey() throws -> String? {
        guard let keyFile else { return ProcessInfo.processInfo.environment["IMMICH_API_KEY"] }
        guard let data = FileManager.default.contents(atPath: keyFile), data.count <= Self.longestKeyFile,
            let text = String(data: data, encoding: .utf8)
        else { throw CommandFailure("\(keyFile) can't be read, or is no file with an API key.") }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let longestKeyFile = 4_096

    private static func parts(of volume: String) -> (name: String, folder: FilePath)? {
        guard let separator = volume.firstIndex(of: "=") else { return nil }
        let (name, folder) = (volume[..<separator], volume[volume.index(after: separator)...])
        guard !name.isEmpty, !folder.isEmpty else { return nil }
        return (String(name), FilePath(URL(fileURLWithPath: String(folder)).path))
    }
}

extension TakeoutOptions.Marking: ExpressibleByArgument {
    public init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("hidden", nil): self = .hidden
        case ("keyword", let keyword?): self = .keyword(keyword)
        case ("album", let title?): self = .album(title)
        default: return nil
        }
    }
}
