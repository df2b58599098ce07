import MediaRequests

/// The metadata of containers other than QuickTime's and ISO's, which libavformat reports as texts.
enum ContainerTags {
    /// The common keys of AVFoundation.
    private static let commonKeys = [
        "title": "title", "artist": "artist", "author": "author", "album": "albumName", "copyright": "copyrights",
        "description": "description", "comment": "description", "creation_time": "creationDate",
        "date": "creationDate", "location": "location", "make": "make", "model": "model", "encoder": "software",
        "publisher": "publisher", "subject": "subject", "language": "language",
    ]

    /// Returns the tags with a common key, and then the others in a key space named like the format.
    static func entries(_ tags: [String: String], _ format: VideoFormat) -> [MovieDescription.MetadataEntry] {
        var entries: [MovieDescription.MetadataEntry] = []
        var bytesLeft = MovieDescription.metadataLimitInBytes
        let sorted = tags.sorted {
            (commonKeys[$0.key] == nil ? 1 : 0, $0.key) < (commonKeys[$1.key] == nil ? 1 : 0, $1.key)
        }
        for (name, text) in sorted where name != MovieTags.userDateName && !name.isEmpty {
            let size = name.utf8.count + text.utf8.count
            guard size <= bytesLeft, entries.count < MovieDescription.entryLimit else { continue }
            bytesLeft -= size
            let common = commonKeys[name]
            entries.append(
                MovieDescription.MetadataEntry(
                    keySpace: common == nil ? format.uniformTypeIdentifier : "comn", key: common ?? name,
                    value: .text(text), dataType: MetadataValue.textType))
        }
        return entries
    }
}
