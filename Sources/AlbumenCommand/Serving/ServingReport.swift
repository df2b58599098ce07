import AlbumenServer
import Foundation

/// Prints the link of `albumen serve`, and another link each time the user presses Return.
final class ServingReport: Sendable {
    private struct Document: Encodable {
        let address: String
        /// The address at which the browser stays signed in; missing if it doesn't.
        let bookmark: String?
        /// The address for other devices; missing if the server doesn't listen for them.
        let devices: String?
        /// The SHA-256 of the certificate that devices have to trust; missing if they know its authority.
        let fingerprint: String?
        let link: String
    }

    private struct PickDocument: Encodable {
        /// The address of the page.
        let pick: String
        let program: String?
    }

    private let server: GalleryServer
    private let folder: URL
    private let isJSON: Bool
    private let opensBrowser: Bool
    /// Whether the output is kept in a journal, which must not have links.
    private let isService: Bool

    init(_ server: GalleryServer, of folder: URL, isJSON: Bool, opensBrowser: Bool, isService: Bool) {
        self.server = server
        self.folder = folder
        self.isJSON = isJSON
        self.opensBrowser = opensBrowser
        self.isService = isService
    }

    func begin(at address: ServerAddress) throws {
        if isService {
            try tellService(at: address)
        } else {
            if !isJSON { try StandardOutput.shared.write(line: "Serving \(PrintableText.line(folder.path))\n") }
            try tellLink(at: address)
        }
        server.openBrowser { [weak self] in self?.openBrowser($0, inNewWindow: $1) }
        server.whenPickWaits { [weak self] program, number in self?.tellPick(number, of: program, at: address) }
        if !isJSON { try tellDevices() }
        if opensBrowser { openBrowser(try server.link(at: address)) }
        guard !isJSON, !isService, isatty(STDIN_FILENO) == 1 else { return }
        // The system stops a background program that reads its terminal. If the program ignores the signal, the read
        // fails instead.
        signal(SIGTTIN, SIG_IGN)
        Thread { self.listen(at: address) }.start()
    }

    /// Prints how to open the page. A link would be a secret in the journal.
    private func tellService(at address: ServerAddress) throws {
        let output = StandardOutput.shared
        try output.write(
            line: "Serves \(PrintableText.line(folder.path)) at \(address.origin). Open it with: albumen open")
        if let bookmark = server.bookmark(at: address) {
            try output.write(line: "A browser that is signed in opens it at \(bookmark)")
        }
        try output.flush()
    }

    /// Prints where other devices reach the library.
    private func tellDevices() throws {
        guard let origin = server.deviceOrigins.first else { return }
        let output = StandardOutput.shared
        try output.write(line: "Other devices open it at \(origin) after: albumen pair")
        if let authority = server.deviceAuthority {
            let what = authority.isNew ? "A new certificate, which devices have to trust" : "Certificate"
            try output.write(line: "\(what): \(authority.fingerprint)")
        }
        try output.flush()
    }

    private func tellLink(at address: ServerAddress) throws {
        let link = try server.link(at: address)
        let bookmark = server.bookmark(at: address)
        let output = StandardOutput.shared
        if isJSON {
            try output.write(
                line: JSONLine.text(
                    Document(
                        address: address.origin, bookmark: bookmark, devices: server.deviceOrigins.first,
                        fingerprint: server.deviceAuthority?.fingerprint, link: link)))
        } else {
            try output.write(line: "  \(link)\n")
            let more = isatty(STDIN_FILENO) == 1 ? " Press Return for another, Ctrl-C to end." : ""
            try output.write(line: "The link opens the library in one browser, once.\(more)")
            if let bookmark { try output.write(line: "Afterwards, that browser opens it at \(bookmark)") }
        }
        try output.flush()
    }

    /// Says that a program of this user asks for photos. Web pages can't cause output.
    private func tellPick(_ number: String, of program: String?, at address: ServerAddress) {
        let page = server.page(ofPick: number, at: address)
        let name = PrintableText.line(program ?? "A program")
        // If nobody reads the output, nobody needs the address.
        _ = Result {
            try StandardOutput.shared.write(
                line: isJSON
                    ? JSONLine.text(PickDocument(pick: page, program: program))
                    : "\(name) asks for photos: \(page)")
            try StandardOutput.shared.flush()
        }
    }

    private func listen(at address: ServerAddress) {
        while readLine() != nil {
            // If nobody reads the output, nobody needs a link.
            guard case .success = Result(catching: { try tellLink(at: address) }) else { return }
        }
    }

    private func openBrowser(_ link: String, inNewWindow: Bool = false) {
        Task.detached {
            do {
                try await BrowserWindow.open(link, inNewWindow: inNewWindow)
            } catch {
                StandardError.write(line: "\(CommandFailure.text(of: error)) Open the link in one.")
            }
        }
    }
}
