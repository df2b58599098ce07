import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A session bus of a test with the program `albumen-portal`, a portal that calls it, and another backend.
final class PortalBus: Sendable {
    private static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    private static let python = URL(fileURLWithPath: "/usr/bin/python3")

    static let isPresent =
        ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbus", "/usr/lib/python3/dist-packages/gi"].allSatisfy
    {
        FileManager.default.fileExists(atPath: $0)
    }
    static let absence = "Needs Debian's packages dbus, python3-dbus and python3-gi (script/bootstrap --tests)."

    /// A message of the client, such as the answer to a call.
    struct Event: Decodable, Sendable {
        let event: String
        var handle: String?
        var response: Int?
        var uris: [String]?
        var results: [String]?
        var name: String?
        var member: String?
        var application: String?
        var title: String?
        var options: [String]?
        var text: String?
        var properties: [String]?
    }

    let folder: TemporaryFolder
    let temporary: TemporaryLibrary
    private let bus: ProgramRun
    private let client: ProgramRun
    private let portal: ProgramRun
    private let commands: FileHandle
    /// The number of the client's messages that the test has seen.
    private let seen = Mutex(0)

    /// - Parameters:
    ///   - hasOther: Whether another backend is installed.
    ///   - variables: More variables of `albumen-portal`.
    ///   - opening: The seconds in which a browser has to show the picker.
    init(
        hasOther: Bool = true, variables: [String: String] = [:], opening: Double = TestPatience.programSeconds
    ) throws {
        folder = try TemporaryFolder()
        temporary = try TemporaryLibrary()
        try Self.write(
            "printf '%s\\n' \"$*\" > \(folder.path)/link.new; mv \(folder.path)/link.new \(folder.path)/link",
            to: "bin/test-firefox", in: folder)
        try Self.write("echo test.desktop", to: "bin/xdg-settings", in: folder)
        try Self.write("exit 1", to: "bin/xdg-open", in: folder)
        let entry = "[Desktop Entry]\nType=Application\nExec=\(folder.path)/bin/test-firefox %u\n"
        try folder.write(Data(entry.utf8), to: "applications/test.desktop")
        if hasOther {
            let keys = """
                [portal]
                DBusName=org.freedesktop.impl.portal.desktop.test
                Interfaces=\(Self.interface);
                UseIn=test
                """
            try folder.write(Data(keys.utf8), to: "portals/test.portal")
        }
        var environment = [
            "HOME": folder.path, "PATH": "\(folder.path)/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": folder.path, "XDG_DESKTOP_PORTAL_DIR": "\(folder.path)/portals",
            "ALBUMEN_LIBRARY": temporary.folder.path(percentEncoded: false),
            "ALBUMEN_COMMAND": Self.programs.appending(path: "albumen").path,
        ]
        environment.merge(variables) { $1 }
        bus = try ProgramRun(
            URL(fileURLWithPath: "/usr/bin/dbus-daemon"), ["--session", "--nofork", "--print-address=1"],
            environment: environment)
        let address = Mutex("")
        try #require(
            bus.waitForOutput { text in
                guard let end = text.firstIndex(of: "\n") else { return false }
                address.withLock { $0 = String(text[..<end]) }
                return true
            })
        environment["DBUS_SESSION_BUS_ADDRESS"] = address.withLock { $0 }

        let pipe = folder.file("commands").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "portal_client.py")
        client = try ProgramRun(Self.python, [script.path, pipe], environment: environment)
        commands = try #require(FileHandle(forWritingAtPath: pipe))
        portal = try ProgramRun(
            Self.programs.appending(path: "albumen-portal"), ["--opening-seconds", "\(opening)"],
            environment: environment)
        try #require(client.waitForOutput { $0.contains("ready") })
        _ = try next()
    }

    private static func write(_ script: String, to name: String, in folder: TemporaryFolder) throws {
        let file = try folder.write(Data("#!/bin/sh\n\(script)\n".utf8), to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    static let interface = "org.freedesktop.impl.portal.FileChooser"

    /// Sends a command to the client.
    func send(_ member: String, _ handle: String = "/request/1", _ fields: [String: Any] = [:]) throws {
        var fields = fields
        fields["member"] = member
        fields["handle"] = handle
        try commands.write(contentsOf: JSONSerialization.data(withJSONObject: fields) + Data("\n".utf8))
    }

    /// Waits for the next message of the client. Blocks.
    func next() throws -> Event {
        let position = seen.withLock { seen in
            defer { seen += 1 }
            return seen
        }
        let line = Mutex("")
        let found = client.waitForOutput { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            guard lines.count > position else { return false }
            line.withLock { $0 = String(lines[position]) }
            return true
        }
        guard found else {
            Issue.record("The client has ended: \(try client.wait().error)")
            throw CancellationError()
        }
        return try JSONDecoder().decode(Event.self, from: Data(line.withLock { $0 }.utf8))
    }

    /// Waits until `albumen-portal` has written a text to standard error.
    func waitForPortal(toWrite text: String) -> Bool { portal.waitForError { $0.contains(text) } }

    /// Ends the client, which is the program that waits for the answers.
    func stopClient() { client.kill(SIGKILL) }

    // MARK: The library

    /// Imports files and returns the UUIDs of the assets by file name.
    func importFiles(_ files: [String: Data]) throws -> [String: String] {
        for (name, data) in files { try folder.write(data, to: "in/\(name)") }
        let events = try temporary.importPaths([folder.file("in").path])
        let assets = events.compactMap { event -> (String, String)? in
            guard case .imported(let path, let uuid, _, _) = event else { return nil }
            return (URL(fileURLWithPath: path).lastPathComponent, uuid)
        }
        return Dictionary(uniqueKeysWithValues: assets)
    }

    /// Waits until the server has opened a window of the browser, and returns the page that the owner sees.
    func page() async throws -> OwnersPage {
        let file = folder.file("link")
        try await waitUntil { FileManager.default.fileExists(atPath: file.path) }
        let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace).map(String.init)
        try FileManager.default.removeItem(at: file)
        #expect(words.count == 2 && words.first == "--new-window")
        let link = try #require(words.last)
        return try await OwnersPage(link: link)
    }

    /// The folders of the requests whose files programs can read.
    func requestFolders() throws -> [String] {
        let folder = folder.file(".cache/albumen-portal").path
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    deinit {
        portal.kill(SIGTERM)
        client.kill(SIGTERM)
        bus.kill(SIGTERM)
        stopServer()
    }

    /// Ends the server that `albumen-portal` has started, if there is one.
    private func stopServer() {
        let file = temporary.folder.appending(path: "server.json")
        guard let data = FileManager.default.contents(atPath: file.path),
            let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let process = document["process"] as? Int
        else { return }
        kill(pid_t(process), SIGTERM)
    }
}
