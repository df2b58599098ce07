import CoreMedia
import Foundation
import MediaRequests

/// A metadata item as a value.
struct MetadataFacts: Sendable {
    static let textType = "com.apple.metadata.datatype.UTF-8"

    var keySpace: AVMetadataKeySpace?
    var key: String?
    var value: MovieDescription.MetadataEntry.Value?
    var dataType: String?
    var language: String?
    var time = CMTime.invalid
    var duration = CMTime.invalid

    init() {}

    init(
        keySpace: AVMetadataKeySpace, key: String, value: MovieDescription.MetadataEntry.Value, dataType: String
    ) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.dataType = dataType
    }

    init(_ entry: MovieDescription.MetadataEntry) {
        self.init(
            keySpace: AVMetadataKeySpace(entry.keySpace), key: entry.key, value: entry.value,
            dataType: entry.dataType)
        language = entry.language
    }

    var identifier: AVMetadataIdentifier? {
        guard let keySpace, let key else { return nil }
        return AVMetadataIdentifier(key: key, keySpace: keySpace)
    }
}
