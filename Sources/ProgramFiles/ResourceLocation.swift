package import Foundation

/// The locations of the files that programs read, such as the page's.
package enum ResourceLocation {
    /// The folders in which files are searched, for messages.
    package static let searchedPlaces =
        "in albumen_AlbumenServer.resources beside the program, and in ../share/albumen"

    /// Returns the file or folder with a name, in the folder of a build or of an installation. Returns `nil` if it's
    /// missing.
    package static func find(_ name: String, from folder: ProgramFolder = .running) -> URL? {
        [folder.built, folder.shared].map { $0.appending(path: name) }
            .first { access($0.path, R_OK) == 0 }
    }
}
