import CLibAV
import Foundation
import MediaRequests

/// The metadata of an export, by QuickTime's keys. QuickTime movies and MPEG-4 files have the same.
enum ExportedTags {
    private static let countLimit = 500
    private static let prefix = "com.apple.quicktime."
    private static let creationDate = prefix + "creationdate"
    /// The movie header's date, which isn't an entry of the metadata.
    private static let headerDate = "creation_time"

    /// The names of libavformat for the entries of other containers, and their keys.
    private static let keys = [
        "location": prefix + "location.ISO6709", "location-eng": prefix + "location.ISO6709",
        "make": prefix + "make", "model": prefix + "model", "com.android.manufacturer": prefix + "make",
        "com.android.model": prefix + "model", "date": creationDate, "title": prefix + "title",
        "artist": prefix + "artist", "author": prefix + "author", "album": prefix + "album",
        "comment": prefix + "comment", "copyright": prefix + "copyright", "description": prefix + "description",
        "genre": prefix + "genre", "keywords": prefix + "keywords", "publisher": prefix + "publisher",
        "software": prefix + "software",
    ]
    /// Facts about the source's file, which are different or meaningless in the export.
    private static let dropped: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "duration", "timecode", "rotate",
        "handler_name", "vendor_id", "language",
    ]
    /// The entries that don't describe persons, places, times or devices.
    private static let impersonal: Set<String> = [
        "title", "artist", "author", "album", "genre", "copyright", "publisher", "producer", "director", "performer",
    ]

    /// Returns the entries of a file that a policy keeps.
    ///
    /// - Parameter userDate: The date of the movie's user data, which libavformat ignores.
    static func tags(of movie: MovieFile, userDate: String?, _ policy: ExportedMetadata) -> [String: String] {
        switch policy {
        case .all: return translated(movie.exactTags, userDate: userDate)
        case .withoutPersonalFacts:
            return translated(movie.exactTags, userDate: userDate).filter { key, _ in
                key.hasPrefix(prefix) && impersonal.contains(String(key.dropFirst(prefix.count)))
            }
        case .replaced(let entries):
            return Dictionary(entries.prefix(countLimit).map { ($0.key, $0.value) }) { first, _ in first }
        }
    }

    /// Replaces libavformat's names with QuickTime's. An entry that already has QuickTime's key has precedence.
    private static func translated(_ tags: [String: String], userDate: String?) -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in tags.sorted(by: { $0.key < $1.key }) where result.count < countLimit {
            let name = key.lowercased()
            if dropped.contains(name) { continue }
            guard let translation = keys[name] else {
                result[key] = value
                continue
            }
            if translation == creationDate, !value.contains("T") { continue }
            if tags[translation] == nil { result[translation] = value }
        }
        if result[creationDate] == nil { result[creationDate] = userDate }
        return result
    }
}

extension MovieFile {
    /// The tags of the file and then of the video stream, with their exact names. The first tag with a name counts.
    fileprivate var exactTags: [String: String] {
        var tags: [String: String] = [:]
        for dictionary in [context?.pointee.metadata, videoStream?.metadata] {
            var entry: UnsafeMutablePointer<AVDictionaryEntry>?
            while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
                entry = next
                let name = String(cString: next.pointee.key)
                if tags[name] == nil, let value = MovieTags.clean(next.pointee.value) { tags[name] = value }
            }
        }
        return tags
    }
}
