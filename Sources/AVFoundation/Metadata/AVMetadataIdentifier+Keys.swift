import Foundation

extension AVMetadataIdentifier {
    /// The characters that stand for themselves. All other bytes of Latin-1 are written as `%A9`.
    private static let plainCharacters = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
        .union(CharacterSet(charactersIn: "-._"))

    /// - Parameter key: A key. Characters beyond ASCII are bytes of Latin-1.
    init(key: String, keySpace: AVMetadataKeySpace) {
        let escaped = key.unicodeScalars.map { scalar in
            if Self.plainCharacters.contains(scalar) { return String(scalar) }
            guard scalar.value <= 0xFF else { return String(scalar) }
            return String(format: "%%%02X", scalar.value)
        }
        self.init("\(keySpace.rawValue)/\(escaped.joined())")
    }

    /// The part before the first slash.
    var keySpace: AVMetadataKeySpace? {
        rawValue.firstIndex(of: "/").map { AVMetadataKeySpace(String(rawValue[..<$0])) }
    }

    /// The part after the first slash, where `%A9` is a character of Latin-1.
    var key: String? {
        guard let slash = rawValue.firstIndex(of: "/") else { return nil }
        var scalars = String.UnicodeScalarView()
        var rest = rawValue[rawValue.index(after: slash)...].unicodeScalars
        while let first = rest.popFirst() {
            if first == "%", let code = UInt8(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16) {
                rest.removeFirst(2)
                scalars.append(UnicodeScalar(code))
            } else {
                scalars.append(first)
            }
        }
        return String(scalars)
    }

    /// The common key of the same meaning.
    var commonKey: AVMetadataKey? {
        if keySpace == .common { return key.map(AVMetadataKey.init(_:)) }
        return Self.commonKeys[self]
    }

    private static let commonKeys: [AVMetadataIdentifier: AVMetadataKey] = [
        .quickTimeMetadataAuthor: .commonKeyAuthor, .quickTimeMetadataCopyright: .commonKeyCopyrights,
        .quickTimeMetadataCreationDate: .commonKeyCreationDate, .quickTimeMetadataDescription: .commonKeyDescription,
        .quickTimeMetadataLocationISO6709: .commonKeyLocation, .quickTimeMetadataMake: .commonKeyMake,
        .quickTimeMetadataModel: .commonKeyModel, .quickTimeMetadataSoftware: .commonKeySoftware,
        .quickTimeMetadataTitle: .commonKeyTitle, .quickTimeMetadataDisplayName: .commonKeyTitle,
        AVMetadataIdentifier("mdta/com.apple.quicktime.album"): .commonKeyAlbumName,
        AVMetadataIdentifier("mdta/com.apple.quicktime.artist"): .commonKeyArtist,
        AVMetadataIdentifier("mdta/com.apple.quicktime.artwork"): .commonKeyArtwork,
        AVMetadataIdentifier("mdta/com.apple.quicktime.publisher"): .commonKeyPublisher,
        .quickTimeMetadataContentIdentifier: .commonKeyIdentifier,
        .quickTimeUserDataCreationDate: .commonKeyCreationDate, .quickTimeUserDataLocationISO6709: .commonKeyLocation,
        .quickTimeUserDataMake: .commonKeyMake, .quickTimeUserDataModel: .commonKeyModel,
        .quickTimeUserDataSoftware: .commonKeySoftware, .quickTimeUserDataFullName: .commonKeyTitle,
        AVMetadataIdentifier("udta/%A9aut"): .commonKeyAuthor,
        AVMetadataIdentifier("udta/%A9cpy"): .commonKeyCopyrights,
        AVMetadataIdentifier("udta/%A9des"): .commonKeyDescription,
        AVMetadataIdentifier("uiso/titl"): .commonKeyTitle, AVMetadataIdentifier("uiso/auth"): .commonKeyAuthor,
        AVMetadataIdentifier("uiso/cprt"): .commonKeyCopyrights,
        AVMetadataIdentifier("uiso/dscp"): .commonKeyDescription,
        AVMetadataIdentifier("uiso/loci"): .commonKeyLocation, AVMetadataIdentifier("uiso/albm"): .commonKeyAlbumName,
        .iTunesMetadataSongName: .commonKeyTitle, .iTunesMetadataArtist: .commonKeyArtist,
        .iTunesMetadataAlbum: .commonKeyAlbumName, .iTunesMetadataReleaseDate: .commonKeyCreationDate,
        .iTunesMetadataEncodingTool: .commonKeySoftware, .iTunesMetadataCoverArt: .commonKeyArtwork,
        .iTunesMetadataDescription: .commonKeyDescription, .iTunesMetadataCopyright: .commonKeyCopyrights,
    ]
}
