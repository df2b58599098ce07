import Catalog
package import Records

/// The values of an asset that come from its file and that the user can replace.
package struct OriginalFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let date = OriginalFields(rawValue: 1)
    package static let location = OriginalFields(rawValue: 2)
}

/// The date and the place of an asset when it was imported.
package struct OriginalValues: Sendable, Equatable {
    /// `nil` if unknown, or if the user didn't replace it.
    package var date: OriginalDate?
    /// `nil` if unknown, or if the user didn't replace it.
    package var location: OriginalLocation?

    package init(date: OriginalDate? = nil, location: OriginalLocation? = nil) {
        self.date = date
        self.location = location
    }

    var parts: OriginalFields {
        var parts: OriginalFields = []
        if date != nil { parts.insert(.date) }
        if location != nil { parts.insert(.location) }
        return parts
    }

    /// Fills missing values from another one.
    mutating func fill(from other: OriginalValues) {
        date = date ?? other.date
        location = location ?? other.location
    }
}

extension AssetRecord {
    /// The parts that the user has replaced.
    package var replacedParts: OriginalFields {
        var parts: OriginalFields = []
        if userEdits.contains(.date) { parts.insert(.date) }
        if userEdits.contains(.location) { parts.insert(.location) }
        return parts
    }
}

extension CatalogReader {
    /// Returns the imported values of assets in the catalog, by row identifier. Leaves out assets without replaced
    /// values.
    package func originalValues(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: OriginalValues] {
        var values: [Int64: OriginalValues] = [:]
        for (identifier, date) in try originalDates(ofAssets: identifiers) {
            values[identifier, default: .init()].date = date
        }
        for (identifier, location) in try originalLocations(ofAssets: identifiers) {
            values[identifier, default: .init()].location = location
        }
        return values
    }
}
