import Foundation

/// A source map (ECMA-426) that maps each line of a generated file to a line of a source.
struct SourceMap: Sendable {
    /// The source and the line of a generated line, both starting at zero.
    struct Origin: Sendable, Equatable {
        let source: Int
        let line: Int
    }

    private struct Document: Encodable {
        let version = 3
        let sources: [String]
        let sourcesContent: [String]
        let names: [String] = []
        let mappings: String
    }

    let json: Data

    /// - Parameters:
    ///   - sources: The path and the text of each source.
    ///   - origins: One element for each generated line; `nil` for a line without a source.
    init(sources: [(path: String, text: String)], origins: [Origin?]) throws {
        var last = Origin(source: 0, line: 0)
        let segments = origins.map { origin -> String in
            guard let origin else { return "" }
            defer { last = origin }
            // The generated column, source, line and column. All but the first are relative to the previous segment.
            return [0, origin.source - last.source, origin.line - last.line, 0].map(Self.digits).joined()
        }
        json = try JSONEncoder().encode(
            Document(
                sources: sources.map(\.path), sourcesContent: sources.map(\.text),
                mappings: segments.joined(separator: ";")))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// Encodes a number as a variable-length quantity in base 64, with five bits per digit. The least significant digit
    /// comes first, and the lowest bit is the sign.
    private static func digits(_ number: Int) -> String {
        var rest = number < 0 ? -number << 1 | 1 : number << 1
        var text = ""
        repeat {
            let digit = rest & 31
            rest >>= 5
            text.append(alphabet[rest > 0 ? digit | 32 : digit])
        } while rest > 0
        return text
    }
}
