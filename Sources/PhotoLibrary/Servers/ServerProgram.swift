import CAlbumenSystem
package import Foundation
import Glibc
import ProgramFiles
import SystemPackage

/// A server that a program starts. It serves the library until nobody uses it any more.
package struct ServerProgram {
    /// The longest time in seconds that a server may take to start. It may have to check a large library.
    private static let startTime = 60.0

    private let location: ServerLocation
    private let environment: [String: String]

    /// - Parameters:
    ///   - folder: The library's folder.
    ///   - environment: The environment of this program. `ALBUMEN_COMMAND` names the program `albumen`, or `PATH` has
    ///     it.
    package init(of folder: URL, environment: [String: String]) {
        location = ServerLocation(of: folder)
        var environment = environment
        environment["ALBUMEN_LIBRARY"] = folder.path(percentEncoded: false)
        self.environment = environment
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter isCancelled: Returns whether nobody waits any more. The server then ends by itself.
    /// - Returns: The server, or `nil` if nobody waits any more.
    /// - Throws: `LibraryServerError` if there is no program, or if it ends.
    package func start(isCancelled: () -> Bool = { false }) throws -> LibraryServer? {
        let earlier = try location.published()?.process
        let messages = try ServerMessages()
        let process = try spawn(messages)
        let end = ContinuousClock.now + .seconds(Self.startTime)
        while ContinuousClock.now < end, !isCancelled() {
            if let server = try location.published(), server.process == process.identifier { return server }
            if let status = process.endStatus {
                // Two apps can start a server at the same time.
                if let server = try location.published(), server.process != earlier { return server }
                throw LibraryServerError(
                    .cannotStart,
                    "\(process.path) serve ended with the status \(status): \(messages.text(limit: 2000))")
            }
            usleep(20_000)
        }
        guard !isCancelled() else { return nil }
        throw LibraryServerError(
            .cannotStart, "\(process.path) serve didn't listen within \(Int(Self.startTime)) seconds. Start it by hand."
        )
    }

    private func spawn(_ messages: ServerMessages) throws -> ServerProcess {
        let path = try program()
        let arguments = [path, "serve", "--until-idle", "--port", "0"]
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var process: pid_t = 0
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(variables) { variables in
                albumen_start_service(path, messages.descriptor, arguments, variables, &process)
            }
        }
        guard failure == 0 else {
            throw LibraryServerError(.cannotStart, "\(path) can't be started: \(Errno(rawValue: failure)).")
        }
        return ServerProcess(path: path, identifier: process)
    }

    private func program() throws -> String {
        if let named = environment["ALBUMEN_COMMAND"], !named.isEmpty {
            guard access(named, X_OK) == 0 else {
                throw LibraryServerError(
                    .cannotStart, "ALBUMEN_COMMAND names \(named), which isn't a program that can be run.")
            }
            return named
        }
        if let found = ProgramLocation.find("albumen", environment: environment) { return found }
        throw LibraryServerError(
            .cannotStart,
            "No server of the library runs, and there is no program albumen \(ProgramLocation.searchedPlaces). Run "
                + "albumen serve, or set ALBUMEN_COMMAND to the path of albumen, or ALBUMEN_SERVER to an address."
        )
    }

    /// Calls a closure with a list of strings that ends with a null pointer.
    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}

/// The standard error of a server, in memory.
private final class ServerMessages {
    let descriptor: Int32

    init() throws {
        descriptor = albumen_make_messages()
        guard descriptor >= 0 else {
            throw LibraryServerError(.cannotStart, "No server can be started: \(Errno(rawValue: -descriptor)).")
        }
    }

    deinit {
        close(descriptor)
    }

    func text(limit: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, limit, 0)
        guard count > 0 else { return "it wrote no message." }
        return String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
