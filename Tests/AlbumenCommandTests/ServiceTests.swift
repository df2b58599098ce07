import AlbumenTestSupport
import Foundation
import Testing

@testable import AlbumenCommand

/// `albumen serve` as a service, `albumen open`, and `albumen service`.
@Suite(.blocking) struct ServiceTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
    }

    @Test func `a service says when it's ready, alive and stopping, and its output has no link`() throws {
        let socket = try NotificationSocket(harness.folder.file("notify").path)
        let server = try harness.start(
            "serve", "--port", "0", with: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "300000"])
        defer { server.kill(SIGKILL) }
        var notices: [String] = []
        while notices.filter({ $0 == "WATCHDOG=1" }).count < 3 || !notices.contains(where: { $0.hasPrefix("READY=1") })
        {
            notices.append(socket.next())
        }
        #expect(
            notices.contains { $0.hasPrefix("READY=1\nSTATUS=Serves \(harness.library.path) at http://127.0.0.1:") })
        server.kill(SIGTERM)
        while socket.next() != "STOPPING=1" {}
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        #expect(outcome.output.contains("Open it with: albumen open"))
        #expect(!outcome.output.contains("key="))
    }

    @Test func `a service waits for a library that comes later`() throws {
        let socket = try NotificationSocket(harness.folder.file("notify").path)
        let away = harness.folder.file("away")
        try FileManager.default.moveItem(at: harness.library, to: away)
        let server = try harness.start("serve", "--port", "0", with: ["NOTIFY_SOCKET": socket.name])
        defer { server.kill(SIGKILL) }
        #expect(socket.next() == "READY=1\nSTATUS=Waits for the library \(harness.library.path)")
        #expect(socket.next() == "WATCHDOG=1")
        #expect(!FileManager.default.fileExists(atPath: harness.library.path))
        try FileManager.default.moveItem(at: away, to: harness.library)
        var notice = ""
        while !notice.hasPrefix("READY=1\nSTATUS=Serves ") { notice = socket.next() }
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.exitStatus == 0)
        #expect(outcome.errorLines.count == 1 && outcome.error.contains("The service waits for it."))
        // Without a supervisor, it's an error.
        try FileManager.default.moveItem(at: harness.library, to: away)
        #expect(try harness.run("serve", "--port", "0").exitStatus == 1)
    }

    @Test func `open prints a link of the running server, which works once`() throws {
        let server = try harness.start("serve", "--port", "0", "--json")
        defer { server.kill(SIGKILL) }
        #expect(server.waitForOutput { $0.hasSuffix("\n") })
        let outcome = try harness.run("open", "--print")
        #expect(outcome.exitStatus == 0 && outcome.error == "")
        let link = try #require(outcome.outputLines.first)
        #expect(try link.wholeMatch(of: Regex(#"http://[a-z0-9]{26}\.albumen\.localhost:\d+/open\?key=\S{43}"#)) != nil)
        #expect(try status(of: link) == "200")
        #expect(try status(of: link) == "401", "a second use has no effect")
        let json = try harness.run("open", "--print", "--json").objects()
        #expect(json.first.map { Set($0.keys) } == ["link"])
        server.kill(SIGTERM)
        _ = try server.wait()
    }

    @Test func `open without a server names the next step`() throws {
        let outcome = try harness.run("open", "--print")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error == "albumen: No server of \(harness.library.path) runs. Start one with: albumen serve\n")
    }

    private func status(of link: String) throws -> String {
        try ProgramRun.run(
            URL(filePath: "/usr/bin/curl"), ["-s", "-o", "/dev/null", "-w", "%{http_code}", link],
            environment: [:], workingDirectory: harness.folder.url
        ).output
    }

    // MARK: Systemd

    /// Programs that write their arguments to a file.
    private func writeSystemd(loginctl: String = "exit 0") throws -> [String: String] {
        let log = harness.folder.file("calls").path
        let systemctl = """
            case "$*" in
            *show*) cat state;;
            *" stop "*)
              process=$(sed -n 's/^MainPID=//p' state)
              kill "$process"
              until grep -q '^State:.*Z' "/proc/$process/status"; do sleep 0.05; done;;
            esac
            """
        for (name, end) in [("systemctl", systemctl), ("loginctl", loginctl)] {
            let file = try harness.folder.write(
                Data("#!/bin/sh\necho \(name) \"$@\" >> '\(log)'\n\(end)\n".utf8), to: "bin/\(name)")
            try #require(chmod(file.path, 0o755) == 0)
        }
        return ["PATH": "\(harness.folder.file("bin").path):/usr/bin:/bin"]
    }

    private func calls() throws -> [String] {
        let data = FileManager.default.contents(atPath: harness.folder.file("calls").path) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private var unit: URL { harness.folder.file("home/.config/systemd/user/albumen.service") }

    private func run(_ arguments: String..., with variables: [String: String]) throws -> ProgramRun.Outcome {
        try ProgramRun.run(
            CommandHarness.executable, arguments, environment: harness.environment.merging(variables) { $1 },
            workingDirectory: harness.folder.url)
    }

    @Test func `install writes the unit, starts it, and lets it run without a login`() throws {
        let systemd = try writeSystemd()
        let outcome = try run("service", "install", "--notify", "mail -s 'a \"b\"' $USER 5%", with: systemd)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("starts with the machine"))
        #expect(
            try calls() == [
                "systemctl --user daemon-reload", "systemctl --user enable albumen.service",
                "systemctl --user restart albumen.service", "loginctl enable-linger",
            ])
        let text = try String(contentsOf: unit, encoding: .utf8)
        #expect(text.contains("Type=notify\n"))
        #expect(text.contains(" serve --library \(harness.library.path) --port 8420 --notify"))
        #expect(text.contains(#""mail -s 'a \"b\"' $$USER 5%%""#))
        #expect(text.contains("ExecStart=\(CommandHarness.executable.path) serve"))
        // Again, with another port.
        #expect(try run("service", "install", "--port", "9000", with: systemd).exitStatus == 0)
        #expect(try String(contentsOf: unit, encoding: .utf8).contains("--port 9000\n"))
    }

    @Test func `without the right to linger, the service starts at the login`() throws {
        let outcome = try run("service", "install", with: writeSystemd(loginctl: "echo 'Access denied' >&2; exit 1"))
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.contains("starts when you log in"))
        #expect(outcome.error.contains("Access denied") && outcome.error.contains("loginctl enable-linger"))
    }

    @Test func `remove deletes only a unit that albumen wrote`() throws {
        let systemd = try writeSystemd()
        #expect(try run("service", "remove", with: systemd).output == "No service was installed.\n")
        #expect(try run("service", "install", with: systemd).exitStatus == 0)
        let outcome = try run("service", "remove", with: systemd)
        #expect(outcome.output == "The service was removed. The library stays.\n")
        #expect(!FileManager.default.fileExists(atPath: unit.path))
        #expect(FileManager.default.fileExists(atPath: harness.library.appending(path: "library.json").path))
        #expect(
            try calls().suffix(2) == [
                "systemctl --user disable --now albumen.service", "systemctl --user daemon-reload",
            ])
        try harness.folder.write(Data("[Service]\n".utf8), to: "home/.config/systemd/user/albumen.service")
        for command in ["install", "remove"] {
            let refused = try run("service", command, with: systemd)
            #expect(refused.exitStatus == 1)
            #expect(refused.error.contains("is a unit that albumen didn't write"))
        }
        #expect(try String(contentsOf: unit, encoding: .utf8) == "[Service]\n")
    }

    @Test func `a move stops the service, and starts it with the new folder`() throws {
        let systemd = try writeSystemd()
        #expect(try run("service", "install", with: systemd).exitStatus == 0)
        let server = try harness.start("serve", "--port", "0")
        defer { server.kill(SIGKILL) }
        #expect(server.waitForOutput { $0.contains("once.") })
        // Another program of systemd's isn't the library's server.
        try harness.folder.write(Data("MainPID=1\n".utf8), to: "state")
        let refused = try run("library", "move", "new", with: systemd)
        #expect(refused.exitStatus == 1 && refused.error.contains("\(server.processIdentifier)"), "\(refused.error)")
        try harness.folder.write(Data("MainPID=\(server.processIdentifier)\n".utf8), to: "state")
        let outcome = try run("library", "move", "new", with: systemd)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("The service runs again, and serves it there."))
        #expect(try server.wait().exitStatus == 0)
        #expect(
            try calls().suffix(4) == [
                "systemctl --user show albumen.service --property=MainPID", "systemctl --user stop albumen.service",
                "systemctl --user daemon-reload", "systemctl --user start albumen.service",
            ])
        let new = harness.folder.file("new").path
        #expect(try String(contentsOf: unit, encoding: .utf8).contains(" serve --library \(new) --port 8420\n"))
    }

    @Test func `after a move that fails, the service serves the former folder`() throws {
        let systemd = try writeSystemd()
        #expect(try run("service", "install", with: systemd).exitStatus == 0)
        let text = try String(contentsOf: unit, encoding: .utf8)
        let server = try harness.start("serve", "--port", "0")
        defer { server.kill(SIGKILL) }
        #expect(server.waitForOutput { $0.contains("once.") })
        try harness.folder.write(Data("MainPID=\(server.processIdentifier)\n".utf8), to: "state")
        try harness.folder.write(Data(), to: "full/file")
        #expect(try run("library", "move", "full", with: systemd).exitStatus == 1)
        #expect(
            try calls().suffix(2) == [
                "systemctl --user stop albumen.service", "systemctl --user start albumen.service",
            ])
        #expect(try String(contentsOf: unit, encoding: .utf8) == text)
        #expect(FileManager.default.fileExists(atPath: harness.library.appending(path: "library.json").path))
    }

    @Test func `status tells what systemd says, also by its exit status`() throws {
        let systemd = try writeSystemd()
        try harness.folder.write(Data("ActiveState=inactive\nMainPID=0\nNRestarts=0\n".utf8), to: "state")
        let absent = try run("service", "status", with: systemd)
        #expect(absent.exitStatus == 3 && absent.output.contains("isn't installed"))
        #expect(try run("service", "install", with: systemd).exitStatus == 0)
        try harness.folder.write(
            Data("ActiveState=active\nMainPID=77\nNRestarts=2\nStatusText=Serves it\n".utf8), to: "state")
        let active = try run("service", "status", with: systemd)
        #expect(active.exitStatus == 0)
        #expect(
            active.outputLines == [
                "The service is active (process 77).", "Serves it", "It was started again 2 times after a failure.",
            ])
        let keys = try run("service", "status", "--json", with: systemd).objects().first.map { Set($0.keys) }
        #expect(keys == ["isInstalled", "process", "restarts", "state", "status", "unit"])
    }

    @Test func `without systemd, install says so`() throws {
        let outcome = try harness.run("service", "install")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("systemctl"))
    }

    @Test func `an installation's unit names no library, and service remove leaves it`() throws {
        let outcome = try harness.run("service", "install", "--installed-program", "/usr/bin/albumen")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.contains("\nExecStart=/usr/bin/albumen serve --port 8420\n"))
        #expect(!ServiceUnit.isOurs(outcome.output))
    }

    @Test func `systemd accepts the unit`() throws {
        let analyze = URL(filePath: "/usr/bin/systemd-analyze")
        if !FileManager.default.isExecutableFile(atPath: analyze.path) {
            try Test.cancel("systemd-analyze isn't installed.")
        }
        let printed = try harness.run("service", "install", "--print-unit")
        #expect(printed.exitStatus == 0)
        let file = try harness.folder.write(Data(printed.output.utf8), to: "albumen.service")
        let outcome = try ProgramRun.run(
            analyze, ["verify", "--man=no", file.path], environment: ["PATH": "/usr/bin:/bin", "HOME": "/"],
            workingDirectory: harness.folder.url)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.error == "")
    }
}
