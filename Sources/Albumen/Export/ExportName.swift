import Foundation
import MediaTypes

/// The name under which a file is exported: the one it came with, made harmless. It is a stranger's word.
struct ExportName: Hashable {
    let stem: String
    /// With its dot; empty where there is none.
    let ending: String

    /// In bytes of UTF-8. File systems take 255, which leaves room for a number.
    private static let stemLimit = 200
    private static let endingLimit = 24

    /// - Parameter original: may be anything. Where nothing of it can be used, the asset's identifier names the file.
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

    private init(stem: String, ending: String) {
        self.stem = stem
        self.ending = ending
    }

    /// The first is the name itself, the others have their number behind the stem.
    func numbered(_ number: Int) -> String {
        number == 1 ? stem + ending : "\(stem) (\(number))\(ending)"
    }

    /// The names of one asset's files, no two of which are the same even where case does not count.
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

    /// Neither a way to another folder, nor hidden, nor anything that steers a terminal.
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

    private static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        let ending = name[dot...]
        guard ending.utf8.count > 1, ending.utf8.count <= endingLimit,
            ending.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber })
        else { return (name, "") }
        return (String(name[..<dot]), String(ending))
    }

    /// Cut between characters; what would be left of a stem of underscores alone tells nobody anything.
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
