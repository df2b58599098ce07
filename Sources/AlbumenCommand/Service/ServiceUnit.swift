import Foundation

/// The unit with which systemd runs `albumen serve` for a user.
struct ServiceUnit: Equatable {
    static let name = "albumen.service"
    /// The first line of the units that `albumen service install` writes.
    private static let mark = "# albumen service install wrote this file. albumen service remove deletes it."

    /// The first line of an installation's unit.
    private static let installedMark = "# Serves the photo library of the user who enables it: albumen service install"

    /// The path of the program.
    let program: String
    /// The library's folder, or `nil` for the one that the user has configured.
    let library: String?
    let port: Int
    /// More options of `albumen serve`.
    var options: [String] = []

    /// Returns the folder for the units of a user.
    ///
    /// - Throws: `CommandFailure` if the environment has none.
    static func folder(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> URL {
        if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") {
            return URL(fileURLWithPath: configuration, isDirectory: true).appending(path: "systemd/user")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw CommandFailure("HOME isn't set, so there is no folder for the service's unit. Set it.")
        }
        return URL(fileURLWithPath: home, isDirectory: true).appending(path: ".config/systemd/user")
    }

    /// Returns the file of the unit.
    static func file() throws -> URL { try folder().appending(path: name, directoryHint: .notDirectory) }

    /// Returns the text of a unit, or `nil` if there is no file.
    static func existing(at file: URL) throws -> String? {
        do {
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw CommandFailure("\(file.path) can't be read: \(CommandFailure.text(of: error))")
        }
    }

    /// Writes the text of the unit.
    ///
    /// - Throws: `CommandFailure` if the file can't be written.
    static func write(_ text: String) throws {
        let file = try file()
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw CommandFailure("\(file.path) can't be written: \(CommandFailure.text(of: error))")
        }
    }

    /// Whether a unit's text has the option for a library.
    static func names(_ library: String, in text: String) -> Bool { text.contains(words(library)) }

    /// Returns a unit's text with another library, or `nil` if it names another one already.
    static func text(_ text: String, naming library: String, insteadOf former: String) -> String? {
        names(former, in: text) ? text.replacingOccurrences(of: words(former), with: words(library)) : nil
    }

    private static func words(_ library: String) -> String { " --library \(quoted(library)) --port " }

    /// Whether a word has characters that a unit can't contain.
    var hasControlCharacters: Bool {
        ([program, library ?? ""] + options).contains {
            $0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        }
    }

    /// Whether a file's text is a unit that this program wrote, and may delete.
    static func isOurs(_ text: String) -> Bool { text.hasPrefix(mark) }

    /// The unit. `docs/install.md` explains the directives, and those that are left out.
    var text: String {
        """
        \(library == nil ? Self.installedMark : Self.mark)

        [Unit]
        Description=Albumen photo library
        Documentation=man:albumen-serve(1)
        # At most five starts in five minutes. A library that can't be opened needs its owner.
        StartLimitIntervalSec=5min
        StartLimitBurst=5

        [Service]
        Type=notify
        ExecStart=\(words.map(Self.quoted).joined(separator: " "))
        # An upgrade of a large library can take this long, before the server listens.
        TimeoutStartSec=10min
        TimeoutStopSec=15s
        WatchdogSec=60s
        Restart=on-failure
        RestartSec=5s
        # Wrong usage (2) and a full disk (4) stay after a restart.
        RestartPreventExitStatus=2 4
        # The server ends its workers itself. The kernel may end one that needs too much memory, and the server goes on.
        KillMode=mixed
        OOMPolicy=continue

        # Photos are private.
        UMask=0077
        NoNewPrivileges=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        # The media worker enters a user namespace of its own. No other kind is needed.
        RestrictNamespaces=user
        # Netlink names the user at the other end of a connection.
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        SystemCallArchitectures=native
        # The worker locks itself in with Landlock and seccomp, which the group doesn't contain.
        SystemCallFilter=@system-service landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=default.target

        """
    }

    private var words: [String] {
        [program, "serve"] + (library.map { ["--library", $0] } ?? []) + ["--port", String(port)] + options
    }

    /// Returns a word of a command line in a unit.
    private static func quoted(_ word: String) -> String {
        let escaped = word.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "%", with: "%%").replacingOccurrences(of: "$", with: "$$")
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/-_.".utf8.contains(byte)
            }
        return isPlain ? word : "\"\(escaped)\""
    }
}
