import Foundation
import Testing

@testable import UIKit

@MainActor
@Suite struct UIApplicationTests {
    @Test func `a background task begins on any thread, and never expires`() async {
        let application = UIApplication.shared
        let task = await Task.detached {
            application.beginBackgroundTask(withName: "upload") { Issue.record("A task expired.") }
        }.value
        let other = application.beginBackgroundTask()
        #expect(task != .invalid && task != other && application.backgroundTasks.isSuperset(of: [task, other]))
        application.endBackgroundTask(task)
        application.endBackgroundTask(.invalid)
        #expect(!application.backgroundTasks.contains(task) && application.backgroundTasks.contains(other))
        application.endBackgroundTask(other)
        #expect(application.applicationState == .active && application.backgroundTimeRemaining > 1e9)
    }

    @Test func `a URL isn't opened unless the user wants it`() async throws {
        let url = try #require(URL(string: "https://example.org"))
        #expect(!UIApplication.shared.canOpenURL(url))
        #expect(await UIApplication.shared.open(url) == false)
        #expect(URLOpener(environment: ["PATH": "/usr/bin:/bin"]) == nil)
        #expect(URLOpener(environment: ["PATH": "bin", "ALBUMEN_OPEN": "xdg-open"]) == nil)
    }

    @Test(arguments: [0, 3])
    func `xdg-open gets the URL as its only argument, and its status is the result`(status: Int) async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "printf '%s|' \"$@\" > \"$FOLDER/arguments\"\nexit \(status)\n"
        let opener = try opener(in: folder, script: script)
        let url = try #require(URL(string: "https://example.org/?a=$(id)&b=%20'"))
        #expect(opener.accepts(url))
        let isOpened = await withCheckedContinuation { continuation in
            opener.open(url) { continuation.resume(returning: $0) }
        }
        #expect(isOpened == (status == 0))
        let arguments = try String(contentsOf: folder.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(arguments == url.absoluteString + "|")
        let settings = try #require(URL(string: UIApplication.openSettingsURLString))
        #expect(!opener.accepts(settings))
        #expect(!opener.accepts(try #require(URL(string: "-version"))))
    }

    @Test func `an xdg-open that keeps running is a success, and leaves no zombie`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let script = "echo $$ > \"$FOLDER/process\"\nread line < \"$FOLDER/pipe\"\nexit 1\n"
        let opener = try opener(in: folder, script: script)
        let url = try #require(URL(string: "https://example.org"))
        let isOpened = await withCheckedContinuation { continuation in
            opener.open(url, patience: .milliseconds(500)) { continuation.resume(returning: $0) }
        }
        #expect(isOpened)
        // A busy machine may not have run the script yet.
        var process: pid_t?
        try await poll {
            let text = try? String(contentsOf: folder.appendingPathComponent("process"), encoding: .utf8)
            process = text.flatMap { $0.hasSuffix("\n") ? pid_t($0.dropLast()) : nil }
            return process != nil
        }
        let started = try #require(process)
        #expect(kill(started, 0) == 0)
        try Data("end\n".utf8).write(to: URL(fileURLWithPath: pipe))
        try await poll { kill(started, 0) != 0 }
        #expect(kill(started, 0) != 0)
    }

    /// Looks at a condition until it's true, for at most ten minutes.
    private func poll(_ condition: () -> Bool) async throws {
        for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Returns an opener with a shell script in place of `xdg-open`.
    private func opener(in folder: URL, script: String) throws -> URLOpener {
        let text = folder.appendingPathComponent("text")
        try Data("#!/bin/sh\n\(script)".utf8).write(to: text)
        // Another program writes the file. If this one did, a child of another test could still have it open for writing,
        // and the kernel then refuses to run it.
        let program = folder.appendingPathComponent("xdg-open")
        let install = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", text.path, program.path])
        install.waitUntilExit()
        try #require(install.terminationStatus == 0)
        let environment = ["ALBUMEN_OPEN": "xdg-open", "PATH": "bin:\(folder.path)", "FOLDER": folder.path]
        return try #require(URLOpener(environment: environment))
    }

    @Test func `a visible window is in the scene, and presents from its root`() throws {
        let window = UIWindow(frame: UIScreen.main.bounds)
        let root = UIViewController()
        window.rootViewController = root
        #expect(window.isHidden && !UIApplication.shared.windows.contains(window) && !root.isViewLoaded)
        window.makeKeyAndVisible()
        let scene = try #require(UIApplication.shared.connectedScenes.first as? UIWindowScene)
        #expect(scene.activationState == .foregroundActive && scene.windows.first(where: \.isKeyWindow) === window)
        #expect(UIApplication.shared.keyWindow?.rootViewController === root && root.isViewLoaded)
        window.isHidden = true
        #expect(UIApplication.shared.keyWindow == nil && scene.windows.isEmpty)
    }

    @Test func `the device doesn't claim to be a phone`() {
        let device = UIDevice.current
        #expect(device.systemName == "Linux" && device.userInterfaceIdiom == .unspecified)
        #expect(device.systemVersion.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        #expect(device.batteryState == .unknown && device.batteryLevel == -1 && device.orientation == .unknown)
    }

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/etc/machine-id")))
    func `a machine with an identifier has one for vendors`() throws {
        let identifier = try #require(UIDevice.current.identifierForVendor)
        #expect(identifier == UIDevice.current.identifierForVendor)
    }

    @Test func `a program's identifier depends on the machine, the user and the program`() throws {
        let identifier = try #require(VendorIdentifier.identifier(machine: "ab\n", user: 1, program: "p"))
        #expect(VendorIdentifier.identifier(machine: "ab", user: 1, program: "p") == identifier)
        #expect(VendorIdentifier.identifier(machine: "ac", user: 1, program: "p") != identifier)
        #expect(VendorIdentifier.identifier(machine: "ab", user: 2, program: "p") != identifier)
        #expect(VendorIdentifier.identifier(machine: "ab", user: 1, program: "q") != identifier)
        #expect(VendorIdentifier.identifier(machine: "", user: 1, program: "p") == nil)
        let digest = SHA256.digest(of: Array("abc".utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `UIKit brings the modules that it brings on a phone`() {
        let model = ObservedModel()
        var isChanged = false
        withObservationTracking {
            _ = model.count
        } onChange: {
            MainActor.assumeIsolated { isChanged = true }
        }
        model.count = 1
        #expect(isChanged)
        #expect(UTType.jpeg.identifier == "public.jpeg" && CIImage(color: .red).extent.isInfinite)
        #expect(kCGImagePropertyOrientation == "Orientation")
    }
}

@MainActor
@Observable
private final class ObservedModel {
    var count = 0
}
