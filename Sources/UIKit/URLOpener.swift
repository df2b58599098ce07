import CAlbumenSystem
import Foundation
import Glibc
import Synchronization

/// Opens URLs with `xdg-open`.
struct URLOpener: Sendable {
    /// The path of `xdg-open`.
    let program: String
    let environment: [String: String]

    /// The opener of this process, or `nil` if the user doesn't want one or there is no such program.
    static var current: URLOpener? { URLOpener(environment: ProcessInfo.processInfo.environment) }

    init?(environment: [String: String]) {
        guard environment["ALBUMEN_OPEN"] == "xdg-open" else { return nil }
        // A relative folder in PATH could contain anybody's program.
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let programs = folders.lazy.map { "\($0)/xdg-open" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.program = program
        self.environment = environment
    }

    /// Returns whether the program can be asked for the URL. The argument then starts with a scheme, and never with a
    /// hyphen as an option does.
    func accepts(_ url: URL) -> Bool {
        guard let scheme = url.scheme, !scheme.isEmpty else { return false }
        return scheme.lowercased() != "app-settings"
    }

    /// Starts the program, and calls `completion` on another thread: with whether it succeeded, or with `true` if it's
    /// still running after `patience`. A browser in its place can run for hours.
    func open(
        _ url: URL, patience: DispatchTimeInterval = .seconds(2), completion: @escaping @Sendable (Bool) -> Void
    ) {
        let arguments = [program, url.absoluteString]
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(variables) { variables in
                albumen_start_service(program, STDERR_FILENO, arguments, variables, &process)
            }
        }
        guard failure == 0 else { return completion(false) }
        let result = FirstResult(completion)
        Self.queue.asyncAfter(deadline: .now() + patience) { result.deliver(true) }
        Self.awaitEnd(of: process, result)
    }

    private static let queue = DispatchQueue(label: "albumen.url-opener")

    /// Delivers whether the process succeeded after its end, which also removes it from the kernel's list. A running
    /// process takes a descriptor and no thread.
    private static func awaitEnd(of process: pid_t, _ result: FirstResult) {
        let descriptor = albumen_open_process(process)
        guard descriptor >= 0 else {
            // On kernels before 5.3, and without free descriptors, only a thread can wait.
            return Thread.detachNewThread { result.deliver(succeeds(process)) }
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        // The handler keeps the source until its cancellation.
        source.setEventHandler {
            result.deliver(succeeds(process))
            source.cancel()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Waits for a process, and returns whether it exits with 0.
    private static func succeeds(_ process: pid_t) -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer {
            for copy in copies { free(copy) }
        }
        return body(copies + [nil])
    }
}

/// A completion that is called with the first of several results.
private final class FirstResult: Sendable {
    private let completion: Mutex<(@Sendable (Bool) -> Void)?>

    init(_ completion: @escaping @Sendable (Bool) -> Void) {
        self.completion = Mutex(completion)
    }

    func deliver(_ result: Bool) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(result)
    }
}
