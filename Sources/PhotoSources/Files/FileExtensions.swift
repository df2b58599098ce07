/// The kinds of files by their extensions, as catalogues and exports name them. The import looks at the bytes.
enum FileExtensions {
    static let raw: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]
    private static let compressed: Set<String> = ["heic", "heif", "hif", "jpe", "jpeg", "jpg"]
    static let video: Set<String> = [
        "3g2", "3gp", "asf", "avi", "divx", "flv", "insv", "m2t", "m2ts", "m4v", "mkv", "mmv", "mod", "mov", "mp4",
        "mpe", "mpeg", "mpg", "mts", "ogv", "qt", "tod", "webm", "wmv",
    ]

    static func isVideo(_ name: String) -> Bool { video.contains(ForeignValue.split(name).ending.lowercased()) }

    static func isRAW(_ name: String) -> Bool { raw.contains(ForeignValue.split(name).ending.lowercased()) }

    /// Returns whether two files of a folder are the RAW and the JPEG or HEIC of one photo.
    static func arePair(raw rawName: String, compressed compressedName: String) -> Bool {
        let (rawStem, rawEnding) = ForeignValue.split(rawName)
        let (stem, ending) = ForeignValue.split(compressedName)
        return raw.contains(rawEnding.lowercased()) && compressed.contains(ending.lowercased())
            && rawStem.lowercased() == stem.lowercased()
    }
}
