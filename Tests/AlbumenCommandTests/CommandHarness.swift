import Albumen
import AlbumenTestSupport
import Foundation

/// The built program `albumen`, with a home and a library of its own.
final class CommandHarness: Sendable {
    let folder: TemporaryFolder
    /// Where the library is, or would be made.
    let library: URL

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("home")
        library = folder.url.appending(path: "library", directoryHint: .isDirectory)
    }

    /// Beside the program that runs the tests.
    static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "albumen")
    }

    var environment: [String: String] {
        [
            "HOME": folder.file("home").path(percentEncoded: false),
            "ALBUMEN_LIBRARY": library.path(percentEncoded: false),
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
        ]
    }

    func run(_ arguments: String..., without variable: String? = nil) throws -> ProgramRun.Outcome {
        try run(arguments, without: variable)
    }

    func run(_ arguments: [String], without variable: String? = nil) throws -> ProgramRun.Outcome {
        try ProgramRun.run(
            Self.executable, arguments, environment: environment.filter { $0.key != variable },
            workingDirectory: folder.url
        ).withoutProgress
    }

    /// - Parameters:
    ///   - input: what the program reads.
    ///   - confirmation: the value of `ALBUMEN_CONFIRM`.
    func run(_ arguments: [String], input: String? = nil, confirmation: String?) throws -> ProgramRun.Outcome {
        var environment = environment
        environment["ALBUMEN_CONFIRM"] = confirmation
        return try ProgramRun.run(
            Self.executable, arguments, environment: environment, workingDirectory: folder.url,
            input: input.map { Data($0.utf8) }
        ).withoutProgress
    }

    func run(_ arguments: [String], input: String) throws -> ProgramRun.Outcome {
        try run(arguments, input: input, confirmation: nil)
    }

    func start(_ arguments: String..., with variables: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(
            Self.executable, arguments, environment: environment.merging(variables) { _, new in new },
            workingDirectory: folder.url)
    }

    /// - Parameter input: what the program reads.
    func start(_ arguments: [String], input: String = "") throws -> ProgramRun {
        try ProgramRun(
            Self.executable, arguments, environment: environment, workingDirectory: folder.url,
            input: Data(input.utf8))
    }

    /// Writes photos that differ in nothing but a comment and the minute they were taken in.
    @discardableResult
    func writePhotos(_ count: Int, in name: String = "photos") throws -> URL {
        for index in 0..<count {
            let exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:\(index / 10 % 6)\(index % 10):04")
            try folder.write(
                SampleMedia.jpeg(comment: "\(name) \(index)", exif: exif), to: "\(name)/photo-\(index).jpg")
        }
        return folder.url.appending(path: name, directoryHint: .isDirectory)
    }

    /// The stored bytes of the library, sorted by name.
    func blobs() throws -> [URL] {
        let originals = library.appending(path: "originals", directoryHint: .isDirectory)
        return try FileManager.default.subpathsOfDirectory(atPath: originals.path(percentEncoded: false)).sorted()
            .filter { $0.contains("/") }.map { originals.appending(path: $0) }
    }
}

extension ProgramRun.Outcome {
    /// The outcome without lines such as `imported 2 of 5 files, 0:01 left`, which a slow machine gets after five seconds.
    var withoutProgress: Self {
        var outcome = self
        let progress = /[a-z]+ \d+ (?:of \d+ )?\w+(?:, .*)?/
        let lines = error.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.contains(where: { $0.wholeMatch(of: progress) != nil }) else { return outcome }
        outcome.errorData = Data(lines.filter { $0.wholeMatch(of: progress) == nil }.joined(separator: "\n").utf8)
        return outcome
    }

    /// Each line of the output as a JSON object.
    func objects() throws -> [[String: JSONValue]] {
        try outputLines.map { try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8)) }
    }
}
