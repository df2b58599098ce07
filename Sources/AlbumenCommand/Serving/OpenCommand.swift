import Albumen
import AlbumenServer
import ArgumentParser
import Foundation

/// `albumen open` opens the library's page in the browser.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the library in the browser.",
        discussion: """
            Opens a link of the server that runs, such as the service of “albumen service install”. If none runs, \
            starts one in this terminal that ends when no browser has used it for a minute. A link works once, within \
            5 minutes.

              albumen open
              albumen open --print
            """)

    @Flag(help: "Print the link, and open no browser. A server must run.")
    var print = false

    @Flag(help: "Make an empty library if there is none.")
    var create = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let folder = try create ? options.folder() : options.existingFolder()
        guard let server = try ServerLocation(of: folder).running() else {
            guard !print else {
                throw CommandFailure("No server of \(folder.path) runs. Start one with: albumen serve")
            }
            return try serve()
        }
        guard let page = server.page else {
            throw CommandFailure(
                "The server at \(server.address) is of an earlier version of albumen. End it, and start it again.")
        }
        guard let links = OfferedLinks() else {
            throw CommandFailure("HOME isn't set, so there is no folder for links. Set it.")
        }
        let link = GalleryServer.link(offeredKey: try links.offer(), at: page)
        guard print else {
            do {
                try AwaitedTask.run { try await BrowserWindow.open(link) }
            } catch let failure as CommandFailure {
                throw CommandFailure("\(failure.message) To see the link: albumen open --print")
            }
            return
        }
        let output = StandardOutput.shared
        try output.write(line: options.json ? JSONLine.text(OpenedLinkDocument(link: link)) : link)
        try output.flush()
    }

    /// Serves the library until nobody uses it.
    private func serve() throws {
        var arguments = ["--open", "--until-idle", "--port", "0"]
        if let library = options.library { arguments += ["--library", library] }
        if options.json { arguments.append("--json") }
        if create { arguments.append("--create") }
        try ServeCommand.parse(arguments).run()
    }
}

/// A link to the page, in JSON.
///
/// | key | value |
/// |---|---|
/// | `link` | an address that opens the library once, within 5 minutes |
struct OpenedLinkDocument: Encodable {
    let link: String
}
