import Foundation

/// The stems of the files in a folder: their names without extensions, in lower case.
///
/// An import takes files with equal stems for parts of one photo, whatever their extensions. So an export gives each
/// asset stems of its own. Names without an extension don't count, because an import takes them for no part of a photo.
///
/// Keeps a number for each stem instead of its text. If two stems have the same number, which is unlikely, a file gets a
/// number in its name without need.
struct ExportedStems {
    private var counts: [Int: Int32] = [:]

    init(_ names: some Sequence<String>) {
        for name in names where !name.hasPrefix(".") { insert(name) }
    }

    mutating func insert(_ name: String) {
        if let key = Self.key(ofFile: name) { counts[key, default: 0] += 1 }
    }

    /// Returns whether there is a file with one of the stems that isn't one of these files.
    func haveOthers(_ stems: Set<String>, than own: [String]) -> Bool {
        var rest: [Int: Int32] = [:]
        for key in stems.map(Self.key) { rest[key] = counts[key] ?? 0 }
        for key in own.compactMap(Self.key(ofFile:)) { rest[key]? -= 1 }
        return rest.values.contains { $0 > 0 }
    }

    private static func key(ofFile name: String) -> Int? {
        let (stem, ending) = ExportName.split(name)
        return ending.isEmpty ? nil : key(stem)
    }

    private static func key(_ stem: String) -> Int { folded(stem).hashValue }

    /// Returns a text that is equal for stems which only differ in case or in the form of their accents. The equality and
    /// the hash of strings ignore that form.
    static func folded(_ stem: String) -> String { stem.lowercased() }
}
