import AlbumenTestSupport
import Foundation
import Testing

/// A client's package, built and run as a client does it.
@Suite struct ClientPackageTests {
    /// One build for all tests.
    private static let build = Task {
        let package = try ClientPackage()
        return (package, try await package.swift("build", ["--build-tests"]))
    }

    static func builtPackage() async throws -> ClientPackage {
        let (package, outcome) = try await build.value
        try #require(outcome.exitStatus == 0, "The client's package does not build; see the first test.")
        return package
    }

    @Test func `a package in the Swift 5 and 6 modes builds without a warning`() async throws {
        let (_, outcome) = try await Self.build.value
        let log = outcome.output + outcome.error
        #expect(outcome.exitStatus == 0, "\(log.suffix(8_000))")
        // A package that only the command uses has a file that its manifest doesn't name.
        let warnings = log.split(separator: "\n").filter {
            $0.contains("warning: ") && !$0.contains("'swift-distributed-tracing': found 1 file(s)")
        }
        #expect(warnings.isEmpty, "\(warnings.joined(separator: "\n"))")
    }

    @Test func `the command is built with the package`() async throws {
        let outcome = try await Self.builtPackage().run("albumen", ["--version"], environment: [:])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.first?.isNumber == true, "\(outcome.output)")
    }

    @Test(arguments: [("authorized", "true"), ("limited", "true"), ("denied", "false"), ("restricted", "false")])
    func `an app's model file fetches from an empty library`(access: String, isAllowed: String) async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().run(
            "Gallery", environment: ["ALBUMEN_ACCESS": access, "ALBUMEN_LIBRARY": library.path])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines == ["allowed: \(isAllowed)", "assets: 0", "has Recents: \(isAllowed)"])
        #expect(outcome.error == (isAllowed == "true" ? Self.notice(of: library) : ""))
    }

    @Test func `a model on the main actor fetches from an empty library`() async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().run(
            "GallerySix", environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path])
        #expect(outcome.exitStatus == 0)
        #expect(
            outcome.outputLines == [
                "status: 3", "images: 0", "favorites: 0", "thumbnail: none of 1", "album: true", "name: none",
            ])
        #expect(outcome.error == Self.notice(of: library))
    }

    @Test(arguments: ["--own-queue", "--isolated-block"])
    func `a main actor's closure stops a Swift 6 program on another queue`(option: String) async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().run(
            "GallerySix", [option],
            environment: [
                "ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path, "SWIFT_BACKTRACE": "enable=no",
            ])
        #expect(outcome.exitStatus != 0)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: ["CombineClient", "CombineClientSix"])
    func `a view model of Combine observes an empty library`(client: String) async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().run(
            client, environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines == ["favorites: 0", "suggestions: beach, birthday", "images: 0", "changed: true"])
    }

    @Test func `the README's program runs`() async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().run(
            "recent", environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error == Self.notice(of: library))
    }

    /// What an app says when it makes a library, because its path may be mistyped.
    private static func notice(of library: TemporaryFolder) -> String {
        let path = library.path.hasSuffix("/") ? String(library.path.dropLast()) : library.path
        return
            "Photos: Made a new, empty photo library at \(path). If you expected photos there, check ALBUMEN_LIBRARY.\n"
    }

    @Test func `a test that imports Testing and UIKit runs`() async throws {
        let library = try TemporaryFolder()
        let outcome = try await Self.builtPackage().swift(
            "test", ["--skip-build"],
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path])
        let log = outcome.output + outcome.error
        #expect(outcome.exitStatus == 0, "\(log.suffix(8_000))")
        #expect(log.contains("Test run with 2 tests in 1 suite passed"), "\(log.suffix(8_000))")
    }
}
