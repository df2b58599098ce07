import AlbumenTestSupport
import Foundation
import Testing

/// What a module declares in public, as the compiler tells it.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Fragment: Decodable {
            var spelling: String
        }

        var pathComponents: [String]
        var declarationFragments: [Fragment]

        var path: String { pathComponents.joined(separator: ".") }
        /// The type it is declared in, such as `PHAsset.PlaybackStyle`; empty for what is in none.
        var type: String { pathComponents.dropLast().joined(separator: ".") }
        /// Its name with argument labels.
        var name: String { pathComponents.last ?? "" }
        var declaration: String { declarationFragments.map(\.spelling).joined() }

        /// The declaration as Apple's table writes it: without what only the declaring module has to say.
        var signature: String {
            var words = declaration.split(separator: " ").map(String.init)
            words.removeAll {
                [
                    "open", "public", "final", "override", "convenience", "required", "@discardableResult",
                    "nonisolated(nonsending)", "@preconcurrency",
                ].contains($0)
            }
            // What may be left out is not in the table.
            let text = words.joined(separator: " ").replacing(" = nil)", with: ")")
            if let range = text.firstRange(of: "let ") {
                return text.replacingCharacters(in: range, with: "var ") + " { get }"
            }
            return text.contains("var ") && !text.hasSuffix("}") ? text + " { get set }" : text
        }
    }

    var symbols: [Symbol]

    /// Reads what a module of a built package declares, its extensions of other modules' types included.
    static func symbols(of module: String, in package: ClientPackage) async throws -> [Symbol] {
        let folder = try await files(of: module, in: package)
        return try folder.names().flatMap { name in
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.file(name))).symbols
        }
    }

    /// The compiler's files about a module of a built package.
    static func files(of module: String, in package: ClientPackage) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        let outcome = try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path]
                + ["-minimum-access-level", "public", "-skip-synthesized-members"]
                + package.moduleSearchArguments(),
            environment: [:])
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return folder
    }
}

extension ClientPackage {
    /// What lets the compiler find the modules of the built package.
    func moduleSearchArguments() async throws -> [String] {
        let folders =
            [
                products.appending(path: "Modules"), products.appending(path: "CAlbumenSystem.build"),
                products.appending(path: "CLibCryptoAtExit.build"),
                scratch.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite"),
                scratch.appending(path: "checkouts/swift-system/Sources/CSystem/include"),
            ]
            + ["CLibCrypto", "CLibCurl", "CLibPNG", "CLibTurboJPEG", "CPixman"].map {
                Self.project.appending(path: "Sources/C/\($0)")
            }
        let headers = try await run(
            URL(fileURLWithPath: "/usr/bin/env"), ["pkg-config", "--cflags-only-I", "libcurl", "libpng", "pixman-1"],
            environment: [:])
        try #require(headers.exitStatus == 0, "\(headers.error)")
        return folders.flatMap { ["-I", $0.path] }
            + headers.output.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }
}
