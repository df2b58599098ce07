import Foundation

/// The names of the files of an exported or imported edit, without extensions.
///
/// Apple's devices write the edited version of `IMG_1234` as `IMG_E1234`. Names without a number after an underscore
/// get a prefix instead: `E_Holiday`. Another app's rendering that the edit is based on has the letter B, which only
/// Albumen writes.
package enum EditFileName {
    /// The letter of a rendering.
    package static let rendering: Character = "E"
    /// The letter of a base.
    package static let base: Character = "B"

    /// Returns the name of a file of an edit.
    ///
    /// - Parameter original: The name of the original without its extension.
    package static func stem(_ letter: Character, of original: String) -> String {
        guard let digit = numberAfterLastUnderscore(of: original) else { return "\(letter)_\(original)" }
        return original[..<digit] + "\(letter)" + original[digit...]
    }

    /// Returns the names that the original of a file of an edit can have, the likelier one first. Returns no name if
    /// the file isn't part of an edit.
    package static func originals(_ letter: Character, of stem: String) -> [String] {
        var originals: [String] = []
        if let start = lastRange(of: letter, in: stem) {
            originals.append(String(stem[..<start] + stem[stem.index(after: start)...]))
        }
        if stem.hasPrefix("\(letter)_"), stem.count > 2 { originals.append(String(stem.dropFirst(2))) }
        return originals.filter { self.stem(letter, of: $0) == stem }
    }

    /// Returns the position of the digit that follows the last underscore before a digit.
    private static func numberAfterLastUnderscore(of stem: String) -> String.Index? {
        var found: String.Index?
        for (index, next) in zip(stem.indices, stem.indices.dropFirst())
        where stem[index] == "_" && isDigit(stem[next]) {
            found = next
        }
        return found
    }

    /// Returns the position of the letter in the last `_E1`.
    private static func lastRange(of letter: Character, in stem: String) -> String.Index? {
        var found: String.Index?
        let indices = Array(stem.indices)
        for place in indices.indices.dropLast(2)
        where stem[indices[place]] == "_" && stem[indices[place + 1]] == letter && isDigit(stem[indices[place + 2]]) {
            found = indices[place + 1]
        }
        return found
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
