import Foundation
import Records

extension RemoteUpload {
    /// Larger than any file, and small enough for all calculations.
    private static let sizeLimit: Int64 = 1 << 60

    private enum CodingKeys: String, CodingKey {
        case name, digest, size, date, partSize, reference, parts
    }

    /// Reads an upload. A value without a name, which earlier versions of Albumen wrote, is the upload of an original.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let digest = try container.decode(BlobDigest.self, forKey: .digest)
        let size = try container.decode(Int64.self, forKey: .size)
        guard (0...Self.sizeLimit).contains(size) else {
            throw DecodingError.dataCorruptedError(
                forKey: .size, in: container, debugDescription: "This isn't the size of an object.")
        }
        var name = RemoteName.original(digest)
        if let text = try container.decodeIfPresent(String.self, forKey: .name) {
            guard let found = RemoteName(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .name, in: container, debugDescription: "This isn't the name of an object.")
            }
            name = found
        }
        let date = try container.decodeIfPresent(Double.self, forKey: .date)
        let partSize = try container.decode(Int64.self, forKey: .partSize)
        self.init(name, digest: digest, size: size, date: date.map { Date(timeIntervalSince1970: $0) })
        // A value with other parts would be read beyond the ends of the file.
        guard partSize == self.partSize else {
            throw DecodingError.dataCorruptedError(
                forKey: .partSize, in: container, debugDescription: "The parts don't fit the size.")
        }
        reference = try container.decodeIfPresent(String.self, forKey: .reference)
        parts = try container.decode([Part].self, forKey: .parts)
    }

    /// Writes an upload. Leaves out the name of an original, so that earlier versions of Albumen can read the value.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if name != .original(digest) { try container.encode(name.text, forKey: .name) }
        try container.encode(digest, forKey: .digest)
        try container.encode(size, forKey: .size)
        try container.encodeIfPresent(date?.timeIntervalSince1970, forKey: .date)
        try container.encode(partSize, forKey: .partSize)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encode(parts, forKey: .parts)
    }
}
