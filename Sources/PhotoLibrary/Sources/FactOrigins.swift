import Catalog
import Foundation
package import Records

/// Where the values of an asset come from.
package struct FactOrigins: Sendable, Equatable {
    /// The raw values appear in JSON.
    package enum Fact: String, Sendable, CaseIterable {
        case date, place, title, caption, keywords, rating
        case favorite, hidden
    }

    package enum Origin: Sendable, Equatable {
        /// The user set the value in Albumen.
        case user
        /// The program or export that the asset was brought over from, or an XMP file.
        case source(SourceKind)
        /// The asset's own file.
        case file

        /// The name in JSON.
        package var name: String {
            switch self {
            case .user: "user"
            case .source(let kind): kind.rawValue
            case .file: "file"
            }
        }
    }

    /// The origins of the values that the asset has, and of those that a source removed.
    package private(set) var origins: [Fact: Origin] = [:]

    /// Says nothing of any value.
    package static let unknown = FactOrigins()

    private init() {}

    /// - Parameter sources: What sources said of the asset, the oldest first.
    init(of asset: AssetRecord, _ metadata: MetadataRecord, _ sources: [(key: SourceKey, record: AssetSourceRecord)]) {
        let facts = sources.map { (kind: $0.key.kind, facts: $0.record.facts) }
        func note(
            _ fact: Fact, hasValue: Bool, isUsers: Bool, otherwise: Origin = .file, says: (SourceFacts) -> Bool
        ) {
            if isUsers {
                origins[fact] = .user
            } else if let source = facts.first(where: { says($0.facts) }) {
                origins[fact] = .source(source.kind)
            } else if hasValue {
                origins[fact] = otherwise
            }
        }
        note(.date, hasValue: asset.creationDate != nil, isUsers: asset.userEdits.contains(.date)) {
            // A date that a source has in common with the file is the file's.
            [SourceFacts.dateSource, AssetChange.userSource].contains(asset.dateSource) && $0.capture.says(asset)
        }
        note(.place, hasValue: asset.latitude != nil, isUsers: asset.userEdits.contains(.location)) {
            $0.place.says(asset)
        }
        note(.title, hasValue: metadata.title != nil, isUsers: false) { $0.title.says(metadata.title) }
        note(.caption, hasValue: metadata.caption != nil, isUsers: asset.userEdits.contains(.caption)) {
            $0.caption.says(metadata.caption)
        }
        note(.keywords, hasValue: !metadata.keywords.isEmpty, isUsers: asset.userEdits.contains(.keywords)) {
            $0.keywords.says(metadata.keywords.isEmpty ? nil : metadata.keywords)
        }
        note(.rating, hasValue: metadata.rating != nil, isUsers: asset.userEdits.contains(.rating)) {
            $0.rating.says(metadata.rating)
        }
        note(.favorite, hasValue: asset.isFavorite, isUsers: false, otherwise: .user) {
            asset.isFavorite && $0.isFavorite == true
        }
        note(.hidden, hasValue: asset.isHidden, isUsers: false, otherwise: .user) {
            asset.isHidden && $0.isHidden == true
        }
    }
}

extension SourceFact {
    /// Returns whether the source says that the value is this one, or that there is none.
    fileprivate func says(_ present: Value?) -> Bool {
        switch self {
        case .unknown: false
        case .none: present == nil
        case .known(let value): present == value
        }
    }
}

extension SourceFact<SourceFacts.Capture> {
    fileprivate func says(_ asset: AssetRecord) -> Bool {
        switch self {
        case .unknown: false
        case .none: asset.creationDate == nil
        case .known(let capture): asset.creationDate.map { abs($0.timeIntervalSince(capture.date)) < 1 } ?? false
        }
    }
}

extension SourceFact<SourceFacts.Place> {
    fileprivate func says(_ asset: AssetRecord) -> Bool {
        switch self {
        case .unknown: return false
        case .none: return asset.latitude == nil
        case .known(let place):
            guard let latitude = asset.latitude, let longitude = asset.longitude else { return false }
            return abs(latitude - place.latitude) < 1e-6 && abs(longitude - place.longitude) < 1e-6
        }
    }
}

extension LibraryView {
    /// Returns where the values of an asset come from.
    ///
    /// - Complexity: O(*n*) for *n* sources of the asset.
    package func factOrigins(of asset: AssetRecord, _ metadata: MetadataRecord) throws -> FactOrigins {
        FactOrigins(of: asset, metadata, try catalog.read { try $0.sources(ofAsset: asset.id) })
    }
}
