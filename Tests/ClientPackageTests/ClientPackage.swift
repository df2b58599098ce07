import AlbumenTestSupport
import Foundation

/// A package outside the project that depends on it, made of the files in `Client`.
///
/// It lies in the same folder at each run, and what was built of it stays, so that only what has changed is built
/// again.
struct ClientPackage {
    /// Its own folder, three levels below the project.
    let folder: URL
    private let temporary: URL

    /// Where it is built: where the project is, because SwiftPM compiles the project's modules the same way for both.
    /// Only the client's own modules are left to compile, and the programs are linked again.
    let scratch = project.appending(path: ".build", directoryHint: .isDirectory)

    static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Writes the files that differ from those of an earlier run.
    init() throws {
        let home = Self.project.appending(path: ".build/client", directoryHint: .isDirectory)
        folder = home.appending(path: "gallery", directoryHint: .isDirectory)
        // SwiftPM leaves folders there.
        temporary = home.appending(path: "temporary", directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: temporary.path) { try FileManager.default.removeItem(at: temporary) }
        for each in [folder, temporary] {
            try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
        }
        var contents = try Self.files(below: Self.original)
        contents["Sources/recent/main.swift"] = try Self.readmeProgram()
        for example in Self.examples {
            let sources = Self.project.appending(path: "Examples/\(example)", directoryHint: .isDirectory)
            for (path, data) in try Self.files(below: sources) { contents["Sources/\(example)/\(path)"] = data }
        }
        for client in Self.neighbourClients {
            for (path, data) in contents where path.hasPrefix("Sources/\(client)/") {
                contents[path.replacing("\(client)/", with: "\(client)Six/")] = data
            }
        }
        for file in ["Mocks.swift", "MockLibrary.swift"] {
            contents["Sources/MocksSix/\(file)"] = try Data(
                contentsOf: Self.project.appending(path: "Tests/APISurfaceTests/\(file)"))
        }
        for sample in try DocumentationSample.all() where !sample.isManifest {
            contents["Sources/Documentation/\(sample.name).swift"] = Data(sample.file.utf8)
        }
        // With the project's own choice of versions, nothing needs to be asked of a server.
        let resolved = Self.project.appending(path: "Package.resolved")
        if FileManager.default.fileExists(atPath: resolved.path) {
            contents["Package.resolved"] = try Data(contentsOf: resolved)
        }
        try Self.write(contents, below: folder)
        try forgetClientModules()
    }

    private static let examples = [
        "Thumbnails", "Albums", "Changes", "Export", "Crop", "Grey", "Filter", "Picker", "Timeline", "Cloud",
    ]

    /// Each is also compiled in the Swift 6 mode.
    private static let neighbourClients = [
        "CombineClient", "CryptoKitClient", "LocalizationClient", "LoggingClient",
        "MobileCoreServicesClient", "SwiftUIClient", "UIKitClient",
    ]

    private static let clientModules = Set(
        ["Gallery", "GallerySix", "GalleryModel", "GalleryModelTests", "recent", "ClientUsage", "Documentation"]
            + ["LivePhotoMakerClient", "MocksSix"] + examples + neighbourClients.flatMap { [$0, $0 + "Six"] })

    /// Forgets a client's modules that are older than one of the project's: SwiftPM was seen to keep them, although
    /// they were compiled against an older layout of the project's classes.
    private func forgetClientModules() throws {
        let modules = products.appending(path: "Modules", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: modules.path) else { return }
        let known = try FileManager.default.contentsOfDirectory(
            at: modules, includingPropertiesForKeys: [.contentModificationDateKey]
        ).filter { $0.pathExtension == "swiftmodule" }.map { url in
            let date = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            return (name: url.deletingPathExtension().lastPathComponent, date: date ?? .distantPast)
        }
        let newest = known.filter { !Self.clientModules.contains($0.name) }.map(\.date).max() ?? .distantPast
        let old = known.filter { Self.clientModules.contains($0.name) && $0.date < newest }
        guard !old.isEmpty else { return }
        for module in old {
            let folder = products.appending(path: "\(module.name).build")
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        }
        // What SwiftPM puts into those folders when it plans a build comes only with a new plan.
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) where name.hasSuffix(".yaml") {
            try FileManager.default.removeItem(at: scratch.appending(path: name))
        }
    }

    /// Long runs also optimize, as users do. That takes three times as long.
    private static let configuration = TestLength.isLong ? "release" : "debug"

    /// The folder with what the compiler made: modules and executables.
    var products: URL { scratch.appending(path: Self.configuration, directoryHint: .isDirectory) }

    /// Runs a command of SwiftPM on the package. The first build takes minutes: it compiles the project.
    func swift(_ command: String, _ arguments: [String], environment: [String: String] = [:]) async throws
        -> ProgramRun.Outcome
    {
        let options = ["-c", Self.configuration, "--package-path", folder.path, "--scratch-path", scratch.path]
        return try await run(
            URL(fileURLWithPath: "/usr/bin/env"), ["swift", command] + options + arguments,
            environment: environment.merging(["TMPDIR": temporary.path]) { own, _ in own })
    }

    /// Runs one of the package's executables.
    func run(
        _ name: String, _ arguments: [String] = [], environment: [String: String]
    ) async throws -> ProgramRun.Outcome {
        try await run(
            products.appending(path: name), arguments,
            environment: environment.merging(Self.programEnvironment) { own, _ in own })
    }

    /// Starts one of the package's executables.
    func start(_ name: String, _ arguments: [String], environment: [String: String]) throws -> ProgramRun {
        try start(
            products.appending(path: name), arguments,
            environment: environment.merging(Self.programEnvironment) { own, _ in own })
    }

    private func start(_ executable: URL, _ arguments: [String], environment: [String: String]) throws -> ProgramRun {
        try ProgramRun(
            executable, arguments, environment: Self.clientEnvironment.merging(environment) { $1 },
            workingDirectory: folder, timeLimitInSeconds: 7_200)
    }

    /// Waits on a thread of its own: the wait is long, and other tests need theirs.
    func run(_ executable: URL, _ arguments: [String], environment: [String: String]) async throws
        -> ProgramRun.Outcome
    {
        let program = try start(executable, arguments, environment: environment)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try program.wait() }) }
        }
    }

    /// The same in each run: SwiftPM compiles all manifests again when any variable has changed. `ALBUMEN_STRICT` is the
    /// tests' own, so that the project's modules are compiled the same way.
    private static let clientEnvironment = ProcessInfo.processInfo.environment.filter { name, _ in
        ["ALBUMEN_STRICT", "HOME", "LANG", "PATH", "LD_LIBRARY_PATH"].contains(name)
    }

    /// Programs write temporary files where the tests do.
    private static let programEnvironment = [
        "TMPDIR": FileManager.default.temporaryDirectory.path(percentEncoded: false)
    ]

    private static let original = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appending(path: "Client", directoryHint: .isDirectory)
}

extension ClientPackage {
    /// The program that the README shows.
    private static func readmeProgram() throws -> Data {
        let text = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
        guard let heading = text.range(of: "`Sources/recent/main.swift`:"),
            let start = text.range(of: "```swift\n", range: heading.upperBound..<text.endIndex),
            let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
        else { throw Failure(description: "The README shows no program.") }
        return Data(text[start.upperBound..<end.lowerBound].utf8)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The contents of the files below a folder, by their paths from it.
    private static func files(below folder: URL) throws -> [String: Data] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path)
            if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                files[path] = try Data(contentsOf: file)
            }
        }
        return files
    }

    private static func write(_ contents: [String: Data], below folder: URL) throws {
        let known = try files(below: folder)
        for path in known.keys where contents[path] == nil && path != "Package.resolved" {
            try FileManager.default.removeItem(at: folder.appending(path: path))
        }
        for (path, data) in contents where known[path] != data {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
    }
}
