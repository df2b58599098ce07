/// The kinds of files that a catalogue pairs by their extensions.
enum FileExtensions {
    private static let raw: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]
    private static let compressed: Set<String> = ["heic", "heif", "hif", "jpe", "jpeg", "jpg"]
    private static let video: Set<String> = [
        "3g2", "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "webm", "wmv",
    ]

    static func isVideo(_ name: String) -> Bool { video.contains(AppleValue.split(name).ending.lowercased()) }

    static func isRAW(_ name: String) -> Bool { raw.contains(AppleValue.split(name).ending.lowercased()) }

    /// Returns whether two files of a folder are the RAW and the JPEG or HEIC of one photo.
    static func arePair(raw rawName: String, compressed compressedName: String) -> Bool {
        let (rawStem, rawEnding) = AppleValue.split(rawName)
        let (stem, ending) = AppleValue.split(compressedName)
        return raw.contains(rawEnding.lowercased()) && compressed.contains(ending.lowercased())
            && rawStem.lowercased() == stem.lowercased()
    }
}
