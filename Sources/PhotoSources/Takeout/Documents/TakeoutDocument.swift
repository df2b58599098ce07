package import Foundation

/// A JSON file of an export. Its content tells its kind, never its name.
package enum TakeoutDocument: Sendable, Equatable {
    /// A photo or video.
    case item(TakeoutItemDocument)
    case album(TakeoutAlbumDocument)
    /// An object without content, as some albums and lists of comments have.
    case empty
    case other

    /// The largest document, in bytes. Usual ones have 1 kB.
    package static let byteLimit = 1 << 20

    /// Returns `nil` if the bytes are no JSON, or more than `byteLimit`.
    package init?(_ data: Data) {
        // Foundation's parser limits the depth.
        guard data.count <= Self.byteLimit, let fields = try? JSONDecoder().decode(Fields.self, from: data) else {
            return nil
        }
        if let item = fields.item {
            self = .item(item)
        } else if let album = fields.album ?? fields.albumData {
            self = .album(album)
        } else {
            self = fields.isEmpty ? .empty : .other
        }
    }

    /// The fields at the top, each read as far as it has the expected type.
    private struct Fields: Decodable {
        var item: TakeoutItemDocument?
        var album: TakeoutAlbumDocument?
        var albumData: TakeoutAlbumDocument?
        var isEmpty = true

        enum Key: String, CodingKey {
            case photoTakenTime, albumData
        }

        init(from decoder: any Decoder) throws {
            // Arrays and single values are documents of another kind.
            guard let fields = try? decoder.container(keyedBy: AnyKey.self) else {
                isEmpty = false
                return
            }
            isEmpty = fields.allKeys.isEmpty
            let container = try decoder.container(keyedBy: Key.self)
            if let time = container.value(TakeoutTime.self, .photoTakenTime), time.hasTimestamp {
                item = try TakeoutItemDocument(from: decoder)
            } else if !container.contains(.photoTakenTime) {
                album = try? TakeoutAlbumDocument(from: decoder)
                albumData = container.value(TakeoutAlbumDocument.self, .albumData)
            }
        }
    }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
    /// Returns `nil` if the field is missing or of another type.
    func value<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Returns whether the field is present and isn't `false` or `null`.
    func isSet(_ key: Key) -> Bool {
        if let flag = value(Bool.self, key) { return flag }
        return contains(key) && (try? decodeNil(forKey: key)) == false
    }
}
