import AlbumenTestSupport
import Foundation

/// A source file of a client, compiled alone against the modules of the built package.
struct ClientSource {
    let text: String

    /// The compiler's report.
    struct Report {
        let isCompiled: Bool
        let text: String

        /// The numbers of the lines with a diagnostic of a kind, in ascending order.
        func lines(with kind: String) -> [Int] {
            let numbers = text.matches(of: #/Client\.swift:(\d+):\d+: (\w+): /#)
                .filter { $0.2 == kind }
                .compactMap { Int($0.1) }
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
        let package = try await ClientPackageTests.builtPackage()
        let folder = try TemporaryFolder()
        let file = folder.file("Client.swift")
        try Data(text.utf8).write(to: file)
        let outcome = try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", mode]
                + package.moduleSearchArguments() + [file.path],
            environment: [:])
        return Report(isCompiled: outcome.exitStatus == 0, text: outcome.error)
    }
}
