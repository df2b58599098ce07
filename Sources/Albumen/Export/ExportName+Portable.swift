import Foundation

extension ExportName {
    /// The names of devices on Windows, which can't be names of files there.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })
    private static let forbidden = Set("<>:\"|?*\\".unicodeScalars)

    /// The name with the characters that Windows forbids replaced, so that all systems can store the file.
    var portable: ExportName {
        var stem = Self.replacingForbidden(in: self.stem)
        // Windows ignores dots and spaces at the end of a name, and everything after a device's first dot.
        while ending.isEmpty, let last = stem.last, last == "." || last == " " { stem.removeLast() }
        let base = stem.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).lowercased()
        if stem.isEmpty || Self.devices.contains(base) { stem = "_" + stem }
        return ExportName(stem: stem, ending: ending)
    }

    private static func replacingForbidden(in text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(forbidden.contains(scalar) ? "_" : scalar) }
        return String(scalars)
    }
}
