internal import Foundation
internal import Yams

/// A YAML file of PhotoPrism, read with limits. Its values are texts: nothing is constructed from tags.
struct YAMLDocument {
    enum Failure: Error {
        case unreadable
        case tooLarge
        /// Aliases can make a small document huge, and PhotoPrism doesn't write them.
        case hasAliases
        case hasTags
        case hasDirectives
        case tooDeep
        /// The document isn't YAML, or not a mapping.
        case malformed
    }

    indirect enum Value {
        case text(String)
        case list([Value])
        case map([String: Value])

        subscript(key: String) -> Value? {
            if case .map(let values) = self { values[key] } else { nil }
        }

        /// The text, which can be empty.
        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        var list: [Value] {
            if case .list(let values) = self { values } else { [] }
        }
    }

    /// The largest document that is parsed.
    static let limit = 1 << 20
    private static let deepest = 16
    private static let valueLimit = 400_000

    let values: [String: Value]

    /// - Throws: `Failure`.
    /// - Complexity: O(*n*) for *n* bytes.
    init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        // The parser calls itself for each level, and compares keys that can be aliases.
        guard YAMLCheck.depth(of: bytes) <= YAMLCheck.deepest else { throw .tooDeep }
        guard !YAMLCheck.hasAliases(bytes) else { throw .hasAliases }
        // The parser compares each directive with all others.
        guard !YAMLCheck.hasDirectives(bytes) else { throw .hasDirectives }
        let parser: Parser
        let root: Node?
        do {
            parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw .malformed
        }
        // Nodes don't own their anchors.
        defer { withExtendedLifetime(parser) {} }
        guard let root else { throw .malformed }
        var count = 0
        guard case .map(let values) = try Self.value(root, depth: 0, &count) else { throw .malformed }
        self.values = values
    }

    private static func value(_ node: Node, depth: Int, _ count: inout Int) throws(Failure) -> Value {
        count += 1
        guard depth < deepest else { throw .tooDeep }
        guard count <= valueLimit else { throw .tooLarge }
        guard node.anchor == nil else { throw .hasAliases }
        switch node {
        case .scalar(let scalar):
            guard isOwn(scalar.tag, .str) else { throw .hasTags }
            return .text(scalar.string)
        case .sequence(let sequence):
            guard isOwn(sequence.tag, .seq) else { throw .hasTags }
            var values: [Value] = []
            for node in sequence { values.append(try value(node, depth: depth + 1, &count)) }
            return .list(values)
        case .mapping(let mapping):
            guard isOwn(mapping.tag, .map) else { throw .hasTags }
            var values: [String: Value] = [:]
            for (key, node) in mapping {
                guard case .text(let key) = try value(key, depth: depth + 1, &count) else { throw .malformed }
                values[key] = try value(node, depth: depth + 1, &count)
            }
            return .map(values)
        case .alias:
            throw .hasAliases
        }
    }

    /// Returns whether a tag is the default one for a kind of value. The parser sets it for some values.
    private static func isOwn(_ tag: Tag, _ name: Tag.Name) -> Bool {
        tag.rawValue.isEmpty || tag.rawValue == Tag.Name.nonSpecific.rawValue || tag.rawValue == name.rawValue
    }
}

extension YAMLDocument.Failure: CustomStringConvertible {
    /// The reason for people.
    var description: String {
        switch self {
        case .unreadable: "the file can't be read"
        case .tooLarge: "the file is too large"
        case .hasAliases: "the YAML has aliases"
        case .hasTags: "the YAML has tags"
        case .hasDirectives: "the YAML has directives"
        case .tooDeep: "the YAML is nested too deeply"
        case .malformed: "the file isn't valid YAML"
        }
    }
}

extension YAMLDocument {
    subscript(key: String) -> Value? { values[key] }

    func text(_ key: String) -> String? { values[key]?.text }

    func isTrue(_ key: String) -> Bool { values[key]?.text == "true" }

    func number(_ key: String) -> Double? {
        values[key]?.text.flatMap { $0.utf8.count <= 40 ? Double($0) : nil }.flatMap { $0.isFinite ? $0 : nil }
    }
}
