import Foundation

/// Rules for the names of uploaded files, which senders choose.
enum UploadName {
    private static let limitInBytes = 255

    /// Returns the name as it is. It becomes the original filename.
    ///
    /// - Throws: `badName` if it can't be the name of a file in a folder.
    static func checked(_ name: String) throws(UploadError) -> String {
        func refuse(_ problem: String) -> UploadError {
            UploadError(.badName, "The file's name \(problem). Rename the file, and add it again.")
        }
        guard !name.isEmpty else { throw refuse("is empty") }
        guard name.utf8.count <= limitInBytes else { throw refuse("has more than \(limitInBytes) bytes") }
        guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw refuse("has control characters") }
        guard !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(UInt8(ascii: "\\")) else {
            throw refuse("has a slash")
        }
        guard !name.hasPrefix(".") else { throw refuse("starts with a dot, which an import ignores") }
        return name
    }

    /// Returns a text that is equal for files that can be parts of one asset: `IMG_1.HEIC` and `IMG_1.MOV`,
    /// `IMG_E1.HEIC` and `IMG_O1.AAE`, `A.jpg.xmp` and `A.jpg`.
    static func group(of name: String) -> String {
        let stem = name.prefix { $0 != "." }.lowercased()
        return stem.replacing("_e", with: "_", maxReplacements: 1).replacing("_o", with: "_", maxReplacements: 1)
    }
}
