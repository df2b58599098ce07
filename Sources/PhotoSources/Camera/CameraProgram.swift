internal import CAlbumenSystem
internal import CameraWire
internal import Foundation
internal import Glibc
internal import SystemCalls
internal import SystemPackage

/// The running program `albumen-camera`. Ending it frees the device.
final class CameraProgram: Sendable {
    private let channel: CameraChannel
    private let identifier: pid_t

    /// - Throws: `unsupported` if there is no such program, and `unreadable` if it doesn't start.
    init(_ path: FilePath) throws(SourceError) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
            throw SourceError(.unreadable, "No socket for \(path.text): \(Errno.current).")
        }
        var identifier: pid_t = 0
        let environment = ProcessInfo.processInfo.environment.filter { Self.variables.contains($0.key) }
            .map { "\($0.key)=\($0.value)" }
        let failure = Self.withList(environment) { environment in
            Self.withList([path.string]) { arguments in
                albumen_spawn(path.string, sockets[1], arguments, environment, &identifier)
            }
        }
        Glibc.close(sockets[1])
        guard failure == 0 else {
            Glibc.close(sockets[0])
            throw SourceError(
                .unsupported,
                "The program for cameras, \(path.text), doesn't start: \(Errno(rawValue: failure)). "
                    + "Install it beside albumen.")
        }
        channel = CameraChannel(socket: sockets[0])
        self.identifier = identifier
    }

    /// What the program and libgphoto2 need. Others can be secrets, which drivers needn't have.
    private static let variables: Set = [
        "CAMLIBS", "HOME", "IOLIBS", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "VCAMERADIR",
    ]

    private static let timeToEnd: Duration = .seconds(6)

    /// Closes the socket, so that the program closes the camera and ends. Ends it if that takes too long.
    deinit {
        Glibc.close(channel.socket)
        let deadline = ContinuousClock.now + Self.timeToEnd
        while !hasEnded(options: WNOHANG) {
            guard deadline > .now else {
                kill()
                _ = hasEnded(options: 0)
                return
            }
            usleep(2_000)
        }
    }

    /// Ends a program that is stuck.
    func kill() { Glibc.kill(identifier, SIGKILL) }

    private func hasEnded(options: Int32) -> Bool {
        while true {
            let ended = waitpid(identifier, nil, options)
            guard ended < 0, errno == EINTR else { return ended != 0 }
        }
    }

    func send(_ request: CameraRequest, by deadline: ContinuousClock.Instant) throws(CameraChannel.Failure) {
        try channel.send(request, by: deadline)
    }

    /// Returns the next answer that isn't `working`.
    ///
    /// - Parameter deadline: The end of the time for the whole request.
    func receive(
        silence: Duration, by deadline: ContinuousClock.Instant
    ) throws(CameraChannel.Failure) -> (head: CameraAnswer, bytes: [UInt8]) {
        while true {
            let answer = try channel.receive(CameraAnswer.self, by: min(deadline, .now + silence))
            guard case .working = answer.head else { return answer }
        }
    }

    private static func withList<Answer>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
    ) -> Answer {
        var list = texts.map { strdup($0) }
        defer { for text in list { free(text) } }
        list.append(nil)
        return body(list)
    }
}
