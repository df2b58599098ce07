import Foundation
import MediaTypes

/// The name of an exported file: its original name, made safe. Original names are untrusted.
struct ExportName: Hashable {
    let stem: String
    /// The extension with its dot, or an empty text.
    let ending: String

    /// The limit in bytes of UTF-8. File systems allow 255, which leaves room for a number.
    private static let stemLimit = 200
    private static let endingLimit = 24
    /// Characters that FAT and NTFS don't allow in names.
    private static let reserved: Set<Character> = ["\\", ":", "*", "?", "\"", "<", ">", "|"]

    /// - Parameter original: Any text. If no part of it is usable, the asset's identifier becomes the name.
    init(original: String, uniformTypeIdentifier: String, assetUUID: String) {
        let name = Self.harmless(original)
        let split = Self.split(name)
        let stem = Self.shortened(split.stem)
        if stem.isEmpty {
            let known = MediaType.declared(identifier: uniformTypeIdentifier)?.preferredFilenameExtension
            self.stem = "asset-\(assetUUID)"
            ending = split.ending.isEmpty ? known.map { ".\($0)" } ?? "" : split.ending
        } else {
            self.stem = stem
            ending = split.ending
        }
    }

    /// Creates the name of a folder, which is valid on file systems of other systems, too.
    ///
    /// - Parameter alternative: The name if no part of the title is usable.
    init(folder title: String, otherwise alternative: String) {
        let portable = String(Self.harmless(title).map { Self.reserved.contains($0) ? "_" : $0 })
        var stem = Self.shortened(portable)
        while stem.last == "." || stem.last == " " { stem.removeLast() }
        self.stem = stem.isEmpty ? alternative : stem
        ending = ""
    }

    init(stem: String, ending: String) {
        self.stem = stem
        self.ending = ending
    }

    /// Returns the name for number 1, and the name with the number after its stem for others.
    func numbered(_ number: Int) -> String {
        number == 1 ? stem + ending : "\(stem) (\(number))\(ending)"
    }

    /// Returns distinct names for the files of one asset, also on file systems that ignore case.
    static func distinct(_ names: [ExportName]) -> [ExportName] {
        var taken: Set<String> = []
        return names.map { name in
            var candidate = name
            var number = 2
            while !taken.insert(candidate.numbered(1).lowercased()).inserted {
                candidate = ExportName(stem: "\(name.stem)-\(number)", ending: name.ending)
                number += 1
            }
            return candidate
        }
    }

    /// Returns a name without paths to other folders, a leading dot, and characters that control a terminal.
    private static func harmless(_ original: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in original.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append("_")
            default: scalars.append(scalar == "/" || scalar.properties.isBidiControl ? "_" : scalar)
            }
        }
        let name = String(scalars).trimmingCharacters(in: .whitespaces)
        return String(name.drop { $0 == "." || $0 == " " })
    }

    /// Splits a name into its stem and its extension with the dot.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        let ending = name[dot...]
        guard ending.utf8.count > 1, ending.utf8.count <= endingLimit,
            ending.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber })
        else { return (name, "") }
        return (String(name[..<dot]), String(ending))
    }

    /// Shortens a stem between characters. Returns an empty text if only underscores remain.
    private static func shortened(_ stem: String) -> String {
        var short = ""
        var count = 0
        for character in stem {
            count += character.utf8.count
            if count > stemLimit { break }
            short.append(character)
        }
        return short.allSatisfy { $0 == "_" || $0 == " " || $0 == "." } ? "" : short
    }
}
