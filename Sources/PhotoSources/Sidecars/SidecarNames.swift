/// Finds the files that the sidecars of a folder belong to, by their names.
///
/// | sidecar | file |
/// |---|---|
/// | `IMG_1.CR2.xmp` | `IMG_1.CR2` (darktable, digiKam, Immich, PhotoPrism, Albumen) |
/// | `IMG_1.xmp` | `IMG_1.CR2`, or else `IMG_1.HEIC`, or else `IMG_1.MOV` (Adobe, Capture One, Apple) |
/// | `IMG_1_01.CR2.xmp` | `IMG_1.CR2`, if there is no `IMG_1_01.CR2` (another version in darktable) |
///
/// Case and the form of accents don't count, but a file whose name equals the sidecar's in both comes first. So
/// `IMG_1.xmp` belongs to `IMG_1.JPG`, and not to its edited copy `IMG_E1.JPG`.
package struct SidecarNames: Sendable, Equatable {
    /// What a file can be, best owner of a sidecar first.
    package enum FileKind: Int, Sendable, Comparable {
        case raw, image, video

        package static func < (left: FileKind, right: FileKind) -> Bool { left.rawValue < right.rawValue }
    }

    /// How a sidecar names its file. If several sidecars belong to a file, a lower form beats a higher one.
    package enum Form: Sendable, Hashable, Comparable {
        case wholeName
        case stem
        /// The sidecar of another version of the photo, by its number.
        case version(Int)
    }

    package struct Match: Sendable, Equatable {
        package var sidecar: String
        package var form: Form
        /// The files that the sidecar can belong to, best first. At least one.
        package var files: [String]

        /// Returns the file that the sidecar belongs to.
        ///
        /// - Parameter fileExtension: The value of `photoshop:SidecarForExtension` in the sidecar, such as `CR2`.
        package func file(forExtension fileExtension: String? = nil) -> String {
            guard let fileExtension, !fileExtension.isEmpty else { return files[0] }
            let wanted = SidecarNames.folded(fileExtension)
            return files.first { SidecarNames.folded(SidecarNames.split($0).ending) == wanted } ?? files[0]
        }
    }

    /// The sidecars in the order of the listing.
    package private(set) var matches: [Match] = []
    /// The sidecars that belong to no file of the folder.
    package private(set) var unmatched: [String] = []

    /// No camera writes more files with one stem. Others can't own a sidecar by their stem.
    private static let candidateLimit = 64

    /// - Parameters:
    ///   - names: The names of the folder's files, in any order. Hidden files are ignored.
    ///   - kind: Returns what a file with an extension is, such as `CR2` or an empty text, or `nil` if it's no photo or
    ///     video.
    /// - Complexity: O(*n*) for *n* names, if they have about the same length.
    package init(_ names: [String], kind: (_ fileExtension: String) -> FileKind?) {
        var files = Files()
        var sidecars: [String] = []
        for name in names where !name.hasPrefix(".") {
            let ending = Self.split(name).ending
            if Self.folded(ending) == "xmp" {
                sidecars.append(name)
            } else if let kind = kind(ending) {
                files.insert(name, kind)
            }
        }
        files.sort()
        for sidecar in sidecars {
            if let match = Self.match(sidecar, files) {
                matches.append(match)
            } else {
                unmatched.append(sidecar)
            }
        }
    }

    /// Returns the sidecars of a file that count, best first. Another version of a photo has values of its own, so it
    /// only counts if the file has no other sidecar.
    ///
    /// - Parameter matches: The matches of one file.
    package static func decisive(_ matches: [Match]) -> [Match] {
        let sorted = matches.sorted { ($0.form, $0.sidecar) < ($1.form, $1.sidecar) }
        let others = sorted.filter { $0.form <= .stem }
        return others.isEmpty ? Array(sorted.prefix(1)) : others
    }

    private static func match(_ sidecar: String, _ files: Files) -> Match? {
        let name = split(sidecar).stem
        if let file = files.named(name) { return Match(sidecar: sidecar, form: .wholeName, files: [file]) }
        if let candidates = files.withStem(name) { return Match(sidecar: sidecar, form: .stem, files: candidates) }
        guard let (original, version) = original(ofVersion: name), let file = files.named(original) else {
            return nil
        }
        return Match(sidecar: sidecar, form: .version(version), files: [file])
    }

    /// Returns `IMG_1.CR2` and 1 for `IMG_1_01.CR2`, or `nil` for another name.
    private static func original(ofVersion name: String) -> (String, Int)? {
        let (stem, ending) = split(name)
        guard !ending.isEmpty, let underscore = stem.lastIndex(of: "_"), underscore > stem.startIndex else {
            return nil
        }
        let digits = stem[stem.index(after: underscore)...]
        guard (2...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let version = Int(digits)
        else { return nil }
        return ("\(stem[..<underscore]).\(ending)", version)
    }

    // MARK: Names

    /// Returns a name's part before the last dot, and that after it.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
    }

    /// Returns a text that is equal for names that only differ in case or, as all strings, in the form of accents.
    static func folded(_ name: String) -> String { name.lowercased() }

    /// The photos and videos of the folder by their names and stems.
    private struct Files {
        private var byName: [String: [String]] = [:]
        private var byStem: [String: [(kind: FileKind, name: String)]] = [:]

        mutating func insert(_ name: String, _ kind: FileKind) {
            let (key, stem) = (folded(name), folded(split(name).stem))
            if byName[key, default: []].count < candidateLimit { byName[key, default: []].append(name) }
            if byStem[stem, default: []].count < candidateLimit { byStem[stem, default: []].append((kind, name)) }
        }

        mutating func sort() {
            for stem in byStem.keys { byStem[stem]?.sort { ($0.kind, $0.name) < ($1.kind, $1.name) } }
        }

        func named(_ name: String) -> String? {
            guard let names = byName[folded(name)] else { return nil }
            return names.first { $0.utf8.elementsEqual(name.utf8) } ?? names.first
        }

        func withStem(_ stem: String) -> [String]? {
            guard let files = byStem[folded(stem)] else { return nil }
            let names = files.map(\.name)
            let equal = names.filter { split($0).stem.utf8.elementsEqual(stem.utf8) }
            return equal + names.filter { !split($0).stem.utf8.elementsEqual(stem.utf8) }
        }
    }
}
