/// A folder of photos in an export, and the evidence of its kind.
package struct TakeoutFolder: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// All photos of a year, or in old exports of a day.
        case year
        case album(title: String)
        /// An album without a title. The photos are in year folders, too.
        case untitledAlbum
        case trash, archive
        /// Videos that Google couldn't play.
        case failedVideos
    }

    package var name: String
    /// The title in the folder's album document: `nil` without such a document, empty for one without a title.
    package var albumTitle: String?
    /// The numbers of documents of photos, and of those in the trash and the archive.
    package var itemCount = 0
    package var trashedCount = 0
    package var archivedCount = 0

    package init(name: String, albumTitle: String? = nil) {
        self.name = name
        self.albumTitle = albumTitle
    }
}

extension TakeoutFolder {
    /// A folder's name, with its year cut out.
    private struct YearName: Hashable {
        var prefix: Substring
        var suffix: Substring

        /// Returns `nil` unless the name starts or ends with a year from 1900 to 2100.
        init?(_ name: String) {
            let digits = { (text: Substring) in
                text.count == 4 && text.utf8.count == 4 && (Int(text).map { (1900...2100).contains($0) } ?? false)
            }
            if digits(name.suffix(4)), name.dropLast(4).last.map({ !$0.isNumber }) ?? true {
                (prefix, suffix) = (name.dropLast(4), "")
            } else if digits(name.prefix(4)), name.dropFirst(4).first.map({ !$0.isNumber && $0 != "-" }) ?? true {
                // A line after the year is that of a date.
                (prefix, suffix) = ("", name.dropFirst(4))
            } else {
                return nil
            }
        }

        /// Whether the rest of the name is a known translation of “Photos from”.
        var isKnown: Bool {
            TakeoutFolder.yearWords.contains(prefix.lowercased().trimmedSpaces) && suffix.isEmpty
                || prefix.isEmpty && TakeoutFolder.yearWords.contains(suffix.lowercased().trimmedSpaces)
        }
    }

    fileprivate static let yearWords: Set<String> = [
        "photos from", "fotos von", "fotos aus", "fotos del", "fotos de", "photos de", "foto del", "foto's uit",
        "foto’s uit", "zdjęcia z", "fotky z roku", "fotografie z roku", "billeder fra", "bilder fra", "bilder från",
        "kuvat vuodelta", "фото за", "фотографии за", "photos of",
    ]
    private static let untitledWords: Set<String> = [
        "untitled", "sans titre", "senza titolo", "ohne titel", "sin título",
    ]
    private static let failedWords: Set<String> = ["failed videos", "fehlgeschlagene videos"]

    /// Returns the kinds of the folders of one account, which lie beside each other.
    ///
    /// - Parameter isKnownProduct: Whether the name of the folder above is one of Google Photos. Otherwise, a folder
    ///   without an album document is only an album beside folders of years.
    package static func kinds(of folders: [TakeoutFolder], isKnownProduct: Bool = true) -> [Kind] {
        let yearName = mostLikelyYearName(in: folders)
        let isExport = isKnownProduct || yearName != nil
        return folders.map { folder in
            if failedWords.contains(folder.name.lowercased()) { return .failedVideos }
            if let yearName, YearName(folder.name) == yearName, folder.hasNoOwnTitle { return .year }
            if isDay(folder.name), folder.hasNoOwnTitle { return .year }
            if let title = folder.albumTitle, !title.isEmpty { return .album(title: title) }
            if folder.itemCount > 0, folder.trashedCount == folder.itemCount { return .trash }
            if folder.itemCount > 0, folder.archivedCount == folder.itemCount, folder.albumTitle == nil {
                return .archive
            }
            let isUntitled = folder.albumTitle != nil || untitledWords.contains(withoutNumber(folder.name))
            if isUntitled { return .untitledAlbum }
            return isExport ? .album(title: folder.name) : .year
        }
    }

    /// Whether the folder has no album document, or one that only repeats the folder's name.
    private var hasNoOwnTitle: Bool { albumTitle.map { $0.isEmpty || $0 == name } ?? true }

    /// The form of the year folders' names: one with known words, or else the one that most folders have. A form with
    /// album documents or of a single folder is less likely, since an album can be called `Nordsee 2023`.
    private static func mostLikelyYearName(in folders: [TakeoutFolder]) -> YearName? {
        var counts: [YearName: (count: Int, untitledCount: Int)] = [:]
        for folder in folders where folder.hasNoOwnTitle {
            guard let name = YearName(folder.name) else { continue }
            counts[name, default: (0, 0)].count += 1
            if folder.albumTitle?.isEmpty ?? true { counts[name, default: (0, 0)].untitledCount += 1 }
        }
        let ranked = counts.max { left, right in
            let rank = { (entry: (key: YearName, value: (count: Int, untitledCount: Int))) in
                (
                    entry.key.isKnown ? 1 : 0, entry.value.untitledCount, entry.value.count,
                    entry.key.prefix + entry.key.suffix
                )
            }
            return rank(left) < rank(right)
        }
        guard let ranked else { return nil }
        return ranked.key.isKnown || ranked.value.count > 1 || ranked.value.untitledCount > 0 ? ranked.key : nil
    }

    /// Returns whether a name is that of a day, such as `2016-06-16` or `2016-06-16 #2`.
    private static func isDay(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count >= 10 else { return false }
        for (index, byte) in bytes.prefix(10).enumerated() {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit else { return false }
        }
        let rest = name.dropFirst(10)
        return rest.isEmpty || rest.hasPrefix(" #") && rest.dropFirst(2).allSatisfy(\.isNumber)
    }

    private static func withoutNumber(_ name: String) -> String {
        TakeoutName(name).stem.lowercased().trimmedSpaces
    }
}

extension StringProtocol {
    fileprivate var trimmedSpaces: String {
        String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
