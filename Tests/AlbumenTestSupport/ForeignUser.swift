package import Foundation

/// Requests of another Unix user of this machine, over connections that end in several ways.
package enum ForeignUser {
    /// The client's behaviour after it has sent its request.
    package enum Manner: String, CaseIterable, Sendable {
        /// Waits for the answer.
        case open
        /// Closes its sending direction and waits for the answer.
        case halfClosed
        /// Closes the socket in order.
        case closed
        /// Closes the socket so that the server's end is reset.
        case reset
    }

    private static let python = "/usr/bin/python3"

    package static let isAvailable = OtherUser.isPossible && FileManager.default.isExecutableFile(atPath: python)

    package static let absence = "only root can be another user, with Debian's python3 and setpriv"

    /// Prints `sent` after sending all requests, and then the number of bytes received over all connections, without
    /// refusals for a missing cookie (401).
    private static let client = """
        import json, socket, struct, sys

        work = json.load(sys.stdin)
        waiting = []
        for _ in range(work["count"]):
            for request in work["requests"]:
                try:
                    connection = socket.create_connection(("127.0.0.1", work["port"]), timeout=work["patience"])
                except ConnectionRefusedError:
                    continue
                try:
                    connection.sendall(request.encode())
                    if work["manner"] == "halfClosed":
                        connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass  # The server has closed it already.
                if work["manner"] in ("open", "halfClosed"):
                    waiting.append(connection)
                    continue
                if work["manner"] == "reset":
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()
        print("sent", flush=True)
        received = 0
        for connection in waiting:
            answer = b""
            try:
                while part := connection.recv(65536):
                    answer += part
            except ConnectionResetError:
                pass
            if not answer.startswith(b"HTTP/1.1 401 "):
                received += len(answer)
        print(received)
        """

    /// Starts to send raw requests, `count` times each.
    package static func start(
        sending requests: [String], count: Int, _ manner: Manner, port: Int
    ) throws -> ProgramRun {
        let work: [String: Any] = [
            "requests": requests, "count": count, "manner": manner.rawValue, "port": port,
            "patience": TestPatience.seconds,
        ]
        return try start(python: client, input: try JSONSerialization.data(withJSONObject: work))
    }

    /// Starts a Python script.
    package static func start(python script: String, input: Data = Data()) throws -> ProgramRun {
        let (executable, arguments) = OtherUser().command([python, "-c", script])
        return try ProgramRun(
            executable, arguments, environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"],
            workingDirectory: URL(filePath: "/"), input: input)
    }

    /// Sends requests and returns the number of received bytes, without refusals for a missing cookie. Blocks.
    package static func send(
        _ requests: [String], count: Int, _ manner: Manner, port: Int
    ) throws -> Int {
        try received(start(sending: requests, count: count, manner, port: port))
    }

    /// Returns the number of received bytes. Blocks.
    package static func received(_ client: ProgramRun) throws -> Int {
        let outcome = try client.wait()
        guard outcome.exitStatus == 0, outcome.outputLines.first == "sent",
            let received = outcome.outputLines.last.flatMap({ Int($0) })
        else { throw ProgramRun.Failure(description: "the other user's client failed: \(outcome.error)") }
        return received
    }
}
