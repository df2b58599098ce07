import Albumen
import Foundation
import PickerWire

/// A new session: `{"limit": 1, "filter": {"kind": "images"}, …}`. All fields are optional.
struct PickRequest: RequestDocument {
    static let bodyLimit = 65_536

    let configuration: PickConfiguration

    init(from decoder: any Decoder) throws {
        typealias Field = PickConfiguration.Field
        let fields = try RequestFields(decoder, known: Field.self)
        var configuration = PickConfiguration()
        configuration.application = try fields.claim(
            Field.application.rawValue, limit: PickConfiguration.applicationLimit)
        configuration.purpose = try fields.claim(Field.purpose.rawValue, limit: PickConfiguration.purposeLimit)
        configuration.limit = try fields.pickLimit(Field.limit.rawValue) ?? configuration.limit
        configuration.filter = try fields.nullable(Field.filter.rawValue, as: PickFilterDocument.self)??.filter
        configuration.representation = try fields.name(Field.representation.rawValue) ?? configuration.representation
        configuration.selection = try fields.name(Field.selection.rawValue) ?? configuration.selection
        configuration.preselected = try fields.preselected(Field.preselected.rawValue)
        configuration.hasIdentifiers = try fields.optional(Field.identifiers.rawValue) ?? false
        configuration.mode = try fields.name(Field.mode.rawValue) ?? configuration.mode
        configuration.disabled = try fields.names(Field.disabled.rawValue)
        configuration.edges = try fields.names(Field.edgesWithoutContentMargins.rawValue)
        configuration.removes = try fields.names(Field.removes.rawValue)
        configuration.isPresented = try fields.optional(Field.present.rawValue) ?? false
        configuration.isInNewWindow = try fields.optional(Field.newWindow.rawValue) ?? false
        configuration.offersFiles = try fields.optional(Field.offersFiles.rawValue) ?? false
        configuration.search = try fields.claim(Field.search.rawValue, limit: PickConfiguration.searchLimit)
        self.configuration = configuration
    }
}

extension RequestFields {
    /// Returns a text of an app for people, or `nil` if it's missing, `null` or blank. Line breaks and other control
    /// characters become spaces.
    func claim(_ name: String, limit: Int) throws -> String? {
        guard let text = try nullable(name, as: String.self) ?? nil else { return nil }
        guard text.utf8.count <= limit else { throw refusal(of: name, "has more than \(limit) bytes") }
        let scalars = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            // Format characters can reverse the direction of the text around them.
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: " "
            default: Character(scalar)
            }
        }
        let line = String(scalars).split(separator: " ").joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    func pickLimit(_ name: String) throws -> Int? {
        guard let limit = try optional(name, as: Int.self) else { return nil }
        guard (0...PickConfiguration.assetLimit).contains(limit) else {
            throw refusal(of: name, "is \(limit); give 0 to \(PickConfiguration.assetLimit)")
        }
        return limit
    }

    fileprivate func preselected(_ name: String) throws -> [String] {
        let items: [String] = try optional(name) ?? []
        guard items.count <= PickConfiguration.assetLimit else {
            throw refusal(of: name, "has more than \(PickConfiguration.assetLimit) items")
        }
        return items
    }

    /// Returns a value by its name.
    func name<Value: RawRepresentable & CaseIterable>(_ name: String) throws -> Value? where Value.RawValue == String {
        guard let text = try optional(name, as: String.self) else { return nil }
        return try value(of: text, in: name)
    }

    /// Returns values by their names. Without the field, there are none.
    func names<Value: RawRepresentable & CaseIterable & Hashable>(
        _ name: String
    ) throws -> Set<Value> where Value.RawValue == String {
        Set(try (optional(name, as: [String].self) ?? []).map { try value(of: $0, in: name) })
    }

    private func value<Value: RawRepresentable & CaseIterable>(
        of text: String, in name: String
    ) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw refusal(of: name, "has “\(text.prefix(60))”; give \(names)")
        }
        return value
    }
}
