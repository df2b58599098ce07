import Albumen
import ArgumentParser
import Foundation
import HTTPTransfers
import LibraryFiles
import Records

/// `albumen access curl` sends a request with a client's token, after it has checked the server.
struct AccessCurlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "curl",
        abstract: "Send a request to albumen serve with a program's token.",
        discussion: """
            While no server runs, another user's program can listen at its port and keep each token that arrives. So \
            this command sends nothing before it has found the library's server, and seen in the kernel that it's the \
            program at the other end of the connection. The answer is printed as it is.

            The token comes from ALBUMEN_TOKEN, or from standard input. Other users can read a program's arguments, \
            and not its environment. A user who can't open the library names the server's address and its user.

              export ALBUMEN_TOKEN=$(albumen access token slideshow)
              albumen access curl slideshow /api/collections
              albumen access curl slideshow /api/collections \\
                --data '{"type": "album", "title": "Lisbon"}'
              albumen access curl slideshow /api/collections \\
                --server http://127.0.0.1:8420 --owner alice
            """)

    @Argument(help: ClientArgument.help)
    var client: String

    @Argument(help: ArgumentHelp("The path of the request, such as /api/collections.", valueName: "path"))
    var path: String

    @Option(
        name: [.customShort("X"), .long],
        help: ArgumentHelp("The method. (default: GET, or POST with --data)", valueName: "method"))
    var request: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The JSON to send.", valueName: "json"))
    var data: String?

    @Option(help: ArgumentHelp("The address of another user's server. Needs --owner.", valueName: "address"))
    var server: String?

    @Option(help: ArgumentHelp("The user whose server it is.", valueName: "name"))
    var owner: String?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        try ClientArgument.validate(client)
        guard path.hasPrefix("/"), path.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 }) else {
            throw ValidationError("The path begins with / and has no spaces, such as /api/collections.")
        }
        if let request, request.isEmpty || !request.utf8.allSatisfy({ (65...90).contains($0) }) {
            throw ValidationError("-X names a method, such as PATCH.")
        }
        guard (server == nil) == (owner == nil) else {
            throw ValidationError("--server and --owner belong together.")
        }
        if let owner, UserName.number(of: owner) == nil {
            throw ValidationError("This machine has no user “\(owner)”. See the names with: getent passwd")
        }
    }

    func run() throws {
        let found = try findServer()
        let token = try readToken()
        if found.process != nil { try check(token) }
        var transfer = TransferRequest(request ?? (data == nil ? "GET" : "POST"), found.address + path)
        transfer.fields["Authorization"] = "Bearer \(token)"
        if let data {
            transfer.fields["Content-Type"] = "application/json"
            transfer.body = .data(Data(data.utf8))
        }
        transfer.check = { try found.check($0) }
        let output = StandardOutput.shared
        let answer = try HTTPTransfer(transfer).perform { _, bytes in try output.write(bytes: bytes) }
        guard answer.isSuccess else {
            throw CommandFailure("The server answered with the status \(answer.status).")
        }
    }

    private func findServer() throws -> CheckedServer {
        if let server, let user = owner.flatMap(UserName.number) {
            return CheckedServer(address: try ServerLocation.origin(server, in: "--server"), process: nil, owner: user)
        }
        let folder = try options.existingFolder()
        guard let running = try ServerLocation(of: folder).running() else {
            throw CommandFailure(
                "No server of the library \(folder.path) runs, so nothing was sent. Start one with: albumen serve")
        }
        return CheckedServer(
            address: running.address, process: running.process, owner: try CheckedServer.owner(of: folder))
    }

    /// - Throws: `CommandFailure` if there is no token.
    private func readToken() throws -> String {
        let variable = ProcessInfo.processInfo.environment["ALBUMEN_TOKEN"] ?? ""
        let token = variable.isEmpty && isatty(STDIN_FILENO) == 0 ? StandardInput.line() ?? "" : variable
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw CommandFailure(
                "There is no token in ALBUMEN_TOKEN or on standard input. Make one with: "
                    + "export ALBUMEN_TOKEN=$(albumen access token \(ShellWord.quoted(client)))")
        }
        return token
    }

    private func check(_ token: String) throws {
        let library = try options.openExisting()
        let holder = try library.credential(ofToken: token)?.client
        try library.close()
        guard holder == client else {
            throw CommandFailure(
                "The token isn't one of “\(client)” in this library, so nothing was sent. Make one with: "
                    + "export ALBUMEN_TOKEN=$(albumen access token \(ShellWord.quoted(client)))")
        }
    }
}
