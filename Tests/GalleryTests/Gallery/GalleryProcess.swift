import AlbumenTestSupport
import Foundation
import NIOHTTP1

/// The built program `albumen serve`, which serves a library on its own port.
final class GalleryProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The link, which opens the library once.
    let link: String
    let port: Int
    private let program: ProgramRun

    /// The program beside the one that runs the tests.
    static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "albumen")
    }

    /// The smallest environment that the program needs.
    static func environment(for library: URL) -> [String: String] {
        ["HOME": library.path(percentEncoded: false), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    }

    /// Starts the program and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any.
    ///   - isLasting: Whether browsers stay signed in. Otherwise, the page is at the numeric address.
    ///   - home: The home folder of the user, or `nil` for the library's folder.
    ///   - options: More options of the program.
    init(serving library: URL, port: Int = 0, isLasting: Bool = false, home: URL? = nil, options: [String] = []) throws
    {
        let path = library.path(percentEncoded: false)
        program = try LeashedProgram.start(
            Self.executable,
            ["serve", "--library", path, "--port", "\(port)", "--care-seconds", "86400"]
                + (isLasting ? [] : ["--no-lasting-sign-in"]) + options,
            environment: Self.environment(for: home ?? library), timeLimitInSeconds: TestPatience.programSeconds)
        var found: (link: String, port: Int)?
        let isListening = program.waitForOutput { output in
            found = output.firstMatch(of: /http:\/\/[a-z0-9.]+:([0-9]+)\/open\?key=\S+(?=\s)/).flatMap { match in
                Int(match.1).map { (String(match.0), $0) }
            }
            return found != nil
        }
        guard isListening, let found else {
            throw Failure(description: "albumen serve ended without a link: \(try program.wait().error)")
        }
        (link, self.port) = found
    }

    var processIdentifier: pid_t { program.processIdentifier }

    var origin: String { "http://127.0.0.1:\(port)" }

    /// The origin at which browsers stay signed in.
    var entrance: String { "http://albumen.localhost:\(port)" }

    /// Sends a request like any program of this machine.
    func ask(_ target: String, headers: [String: String] = [:]) async throws -> LocalHTTP.Answer {
        try await LocalHTTP.send(.GET, target, toPort: port, headers: headers)
    }

    /// Stops all its threads until `resume()`.
    func pause() { program.kill(SIGSTOP) }

    func resume() { program.kill(SIGCONT) }

    /// Ends the program at once, as if the machine had lost its power, but not the disk its cache.
    func kill() {
        program.kill(SIGKILL)
        _ = try? program.wait()
    }

    /// Ends the program like Control-C in a terminal, and returns its exit status and output.
    func stop() throws -> ProgramRun.Outcome {
        program.kill(SIGTERM)
        return try program.wait()
    }
}
