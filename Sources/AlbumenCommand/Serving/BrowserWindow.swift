import Foundation
import Subprocess
import SystemPackage

/// The command that opens an address in a new window of the user's browser.
///
/// `xdg-open` opens a tab. Chromium cancels its dialog for files as soon as a tab covers the page that asks, so the
/// picker for such a dialog needs a window.
struct BrowserWindow: Equatable {
    /// Names of browsers with the option `--new-window`, as they occur in desktop entries.
    private static let browsers = [
        "firefox", "librewolf", "waterfox", "chromium", "chrome", "brave", "vivaldi", "microsoft-edge", "msedge",
        "opera",
    ]

    let program: String
    let arguments: [String]

    /// Opens a link in the user's browser. The browser gets a session of its own, so that an interrupt that stops this
    /// program doesn't stop the browser.
    ///
    /// - Throws: `CommandFailure` if no browser can be opened.
    static func open(_ link: String, inNewWindow: Bool = false) async throws {
        var options = PlatformOptions()
        options.createSession = true
        if inNewWindow, let window = await command(for: link),
            let result = try? await Subprocess.run(
                .path(FilePath(window.program)), arguments: Arguments(window.arguments), platformOptions: options,
                output: .discarded, error: .discarded),
            result.terminationStatus.isSuccess
        {
            return
        }
        let isOpened: Bool
        do {
            isOpened = try await Subprocess.run(
                .name("xdg-open"), arguments: [link], platformOptions: options, output: .discarded, error: .discarded
            ).terminationStatus.isSuccess
        } catch {
            throw CommandFailure("No browser could be opened, because xdg-open is missing.")
        }
        guard isOpened else { throw CommandFailure("No browser could be opened.") }
    }

    /// Returns the command of the default browser, or `nil` if it isn't known.
    static func command(for link: String) async -> BrowserWindow? {
        let result = try? await Subprocess.run(
            .name("xdg-settings"), arguments: ["get", "default-web-browser"], output: .string(limit: 4096),
            error: .discarded)
        let name = result?.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard name.hasSuffix(".desktop"), !name.contains("/") else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let home = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? NSHomeDirectory())/.local/share"
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        for folder in [home] + shared.split(separator: ":").map(String.init) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/applications/\(name)") else { continue }
            return BrowserWindow(link: link, entry: String(decoding: data, as: UTF8.self))
        }
        return nil
    }

    /// Creates the command from a desktop entry. Fails if the entry isn't of a known browser.
    ///
    /// - Parameter link: An address without spaces.
    init?(link: String, entry: String) {
        let lines = entry.split(whereSeparator: \.isNewline)
        // Actions follow the entry itself, with commands of their own.
        guard let line = lines.first(where: { $0.hasPrefix("Exec=") }), !line.contains("\"") else { return nil }
        var words = line.dropFirst("Exec=".count).split(separator: " ").map(String.init)
        guard words.contains(where: Self.isBrowser) else { return nil }
        let place = words.firstIndex { ["@@u", "%u", "%U"].contains($0) } ?? words.endIndex
        words.insert("--new-window", at: place)
        if let address = words.firstIndex(where: { ["%u", "%U"].contains($0) }) {
            words[address] = link
        } else {
            words.append(link)
        }
        words.removeAll { $0.hasPrefix("%") }
        // A program by name is found in PATH.
        let command = words[0].hasPrefix("/") ? words : ["/usr/bin/env"] + words
        program = command[0]
        arguments = Array(command.dropFirst())
    }

    private static func isBrowser(_ word: String) -> Bool {
        let name = word.split(separator: "/").last?.lowercased() ?? ""
        return browsers.contains { name.contains($0) }
    }
}
