import AlbumenTestSupport
import Foundation
import Testing

/// A source file of a client, compiled against the modules of the built package.
struct ClientSource: Sendable {
    let name: String
    let text: String

    /// What the compiler says of the file.
    struct Report {
        /// Whether all files that were compiled with it have no error.
        let isCompiled: Bool
        let text: String
        fileprivate let name: String

        /// The numbers of the file's lines with a diagnostic of a kind, in ascending order.
        func lines(with kind: String) -> [Int] {
            let numbers = text.matches(of: #/(\w+)\.swift:(\d+):\d+: (\w+): /#)
                .filter { $0.1 == name && $0.3 == kind }
                .compactMap { Int($0.2) }
            return Set(numbers).sorted()
        }
    }

    /// The numbers of the lines that end with a comment.
    func lines(marked comment: String) -> [Int] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.filter { lines[$0].hasSuffix("// \(comment)") }.map { $0 + 1 }
    }

    /// Compiles the file in a language mode of Swift, including the checks of data flow.
    func compile(inMode mode: String) async throws -> Report {
        let builds = name == Self.sendableClosures.name ? Self.buildsWithErrors : Self.builds
        guard let build = builds[mode] else { throw ClientPackage.Failure(description: "No mode \(mode).") }
        let (isCompiled, text) = try await build.value
        return Report(isCompiled: isCompiled, text: text, name: name)
    }

    /// Compiles the file, which must give neither an error nor a warning.
    func expectNoWarning(inMode mode: String) async throws {
        let report = try await compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(report.lines(with: "warning").isEmpty, "\(report.text)")
    }

    private typealias Build = Task<(isCompiled: Bool, text: String), any Error>

    /// Those without errors are one module: most of the compiler's time goes into reading the package's modules.
    private static let builds = [
        "5": build(correct + [handlers], inMode: "5"), "6": build(correct, inMode: "6"),
    ]

    private static let buildsWithErrors = [
        "5": build([sendableClosures], inMode: "5"), "6": build([sendableClosures], inMode: "6"),
    ]

    private static let correct = [
        unisolatedClasses, deprecatedNames, livePhotoEditing, callersIsolation, repeatedSignatures, placeholders,
        ignoredResults, isolatedClosures, idioms,
    ]

    private static func build(_ sources: [ClientSource], inMode mode: String) -> Build {
        Task {
            let package = try await ClientPackageTests.builtPackage()
            let folder = try TemporaryFolder()
            for source in sources { try Data(source.text.utf8).write(to: folder.file("\(source.name).swift")) }
            let outcome = try await package.run(
                URL(fileURLWithPath: "/usr/bin/env"),
                ["swiftc", "-emit-sil", "-o", "/dev/null", "-wmo", "-parse-as-library", "-swift-version", mode]
                    + ["-module-name", "ClientSources"] + package.moduleSearchArguments()
                    + sources.map { folder.file("\($0.name).swift").path },
                environment: [:])
            return (outcome.exitStatus == 0, outcome.error)
        }
    }
}
