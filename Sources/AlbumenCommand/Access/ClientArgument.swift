import Albumen
import ArgumentParser

/// The name of a program in a command line.
enum ClientArgument {
    static let help = ArgumentHelp("The program's name, as “albumen access list” shows it.", valueName: "client")

    static func validate(_ client: String) throws {
        if client.allSatisfy(\.isWhitespace) {
            throw ValidationError("The program's name is empty. See the names with albumen access list.")
        }
    }
}

extension Library {
    /// Returns the access of a client, also if it never asked.
    func access(ofClient client: String) throws -> ClientAccess {
        try clientAccess().first { $0.client == client } ?? ClientAccess(client: client)
    }
}
