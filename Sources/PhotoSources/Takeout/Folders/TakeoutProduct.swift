/// The folder of Google Photos in an export. Its name is translated.
package enum TakeoutProduct {
    private static let names: Set<String> = [
        "google photos", "google fotos", "google foto", "google foto's", "fotky google", "google фото", "google снимки",
        "google フォト", "google 포토", "google 相册", "google 相簿", "google फ़ोटो", "google fotografije", "google kuvat",
        "google bilder", "google fotók", "zdjęcia google", "google photos-album",
    ]

    /// The names of the folder above, as far as they are known.
    package static let exportNames: Set<String> = ["takeout"]

    /// Returns whether a folder has a known name of Google Photos. Folders of other names are recognized by their
    /// documents.
    package static func isKnown(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
