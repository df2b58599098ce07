package import Foundation

/// A file of a source's item as it was when it was read, so that a later import reads it only if it has changed.
package struct SourceFileMark: Sendable, Hashable, Codable {
    package var type: ResourceType
    /// Bytes.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modificationTime: Int64
    package var sha256: BlobDigest
    /// The local time of the capture that the file itself contains, as if it were UTC, and its offset in seconds.
    package var localTime: Date?
    package var utcOffset: Int?

    package init(type: ResourceType, size: Int64, modificationTime: Int64, sha256: BlobDigest) {
        self.type = type
        self.size = size
        self.modificationTime = modificationTime
        self.sha256 = sha256
    }

    private enum Key: String, CodingKey {
        case localTime, modificationTime, sha256, size, type, utcOffset
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        type = ResourceType(rawValue: try container.decode(Int.self, forKey: .type))
        size = try container.decode(Int64.self, forKey: .size)
        modificationTime = try container.decode(Int64.self, forKey: .modificationTime)
        sha256 = try container.decode(BlobDigest.self, forKey: .sha256)
        localTime = try container.decodeIfPresent(Date.self, forKey: .localTime)
        utcOffset = try container.decodeIfPresent(Int.self, forKey: .utcOffset)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(size, forKey: .size)
        try container.encode(modificationTime, forKey: .modificationTime)
        try container.encode(sha256, forKey: .sha256)
        try container.encodeIfPresent(localTime, forKey: .localTime)
        try container.encodeIfPresent(utcOffset, forKey: .utcOffset)
    }
}
