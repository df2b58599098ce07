import Foundation
import PickerWire
import Records

/// A filter in a request's body, read within limits.
struct PickFilterDocument: Decodable, Sendable {
    /// The largest nesting of filters, and the largest number of filters.
    static let deepest = 8
    static let mostNodes = 100

    let filter: PickFilter

    init(from decoder: any Decoder) throws {
        filter = try Node(from: decoder).filter
        let nodes = Self.nodes(in: filter)
        guard nodes <= Self.mostNodes else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "has \(nodes) conditions; give at most \(Self.mostNodes)"))
        }
    }

    private static func nodes(in filter: PickFilter) -> Int {
        switch filter {
        case .any(let filters), .all(let filters): filters.reduce(1) { $0 + nodes(in: $1) }
        case .not(let inner): 1 + nodes(in: inner)
        default: 1
        }
    }

    private struct Node: Decodable {
        let filter: PickFilter

        init(from decoder: any Decoder) throws {
            let fields = try RequestFields(decoder, known: PickFilter.Field.self)
            let present = PickFilter.Field.allCases.filter { fields.has($0.rawValue) }
            guard let field = present.first, present.count == 1 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "has \(present.count) conditions; give one")
                )
            }
            let name = field.rawValue
            let depth = decoder.codingPath.count { PickFilter.Field(rawValue: $0.stringValue) != nil } + 1
            guard depth <= PickFilterDocument.deepest else {
                throw fields.refusal(of: name, "is nested more than \(PickFilterDocument.deepest) deep")
            }
            switch field {
            case .any: filter = .any(try fields.value(name, as: [Node].self).map(\.filter))
            case .all: filter = .all(try fields.value(name, as: [Node].self).map(\.filter))
            case .not: filter = .not(try fields.value(name, as: Node.self).filter)
            case .kind:
                guard let kind: PickKind = try fields.name(name) else { throw fields.refusal(of: name, "is missing") }
                filter = .kind(kind)
            case .playbackStyle: filter = .playbackStyle(try Self.style(fields, name))
            case .duration:
                let bounds = try Self.bounds(fields, name, Double.self)
                filter = .duration(from: bounds.from, to: bounds.to)
            case .fileSize:
                let bounds = try Self.bounds(fields, name, Int64.self)
                filter = .fileSize(from: bounds.from, to: bounds.to)
            case .creationDate:
                let bounds = try Self.bounds(fields, name, String.self)
                filter = .creationDate(
                    from: try bounds.from.map { try Self.date($0, fields, name) },
                    to: try bounds.to.map { try Self.date($0, fields, name) })
            }
        }

        private static func bounds<Bound: Decodable & Sendable>(
            _ fields: RequestFields, _ name: String, _: Bound.Type
        ) throws -> (from: Bound?, to: Bound?) {
            let bounds: [Bound?] = try fields.value(name)
            guard bounds.count == 2, bounds.contains(where: { $0 != nil }) else {
                throw fields.refusal(of: name, "is a list of two bounds, of which one can be null")
            }
            return (bounds[0], bounds[1])
        }

        private static func style(_ fields: RequestFields, _ name: String) throws -> PlaybackStyle {
            let text: String = try fields.value(name)
            guard let style = PlaybackStyle.names.first(where: { $0.value == text })?.key else {
                throw fields.refusal(of: name, "has “\(text.prefix(60))”, which isn't a playback style")
            }
            return style
        }

        private static func date(_ text: String, _ fields: RequestFields, _ name: String) throws -> Date {
            for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
                if let date = try? Date(text, strategy: style) { return date }
            }
            throw fields.refusal(of: name, "has “\(text.prefix(60))”, which isn't a date such as 2026-01-31T12:00:00Z")
        }
    }
}
