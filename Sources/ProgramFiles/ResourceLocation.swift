package import Foundation

/// The locations of the files that programs read, such as the page's.
package enum ResourceLocation {
    /// The folders in which files are searched, for messages.
    package static let searchedPlaces =
        "in albumen_AlbumenServer.resources and albumen_Places.resources beside the program, and in ../share/albumen"

    /// Returns the file or folder with a name, in the folder of a build or of an installation. Returns `nil` if it's
    /// missing.
    ///
    /// Then searches the installations to which the folders of `PATH` belong. So an app that links `CoreLocation` finds
    /// the file of places of an installed Albumen.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - environment: The variables with `PATH`. Without them, only the folder's own files are found.
    ///   - folder: The folder of the program.
    package static func find(
        _ name: String, environment: [String: String] = [:], from folder: ProgramFolder = .running
    ) -> URL? {
        let named = (environment["PATH"] ?? "").split(separator: ":")
            .map { ProgramFolder(URL(fileURLWithPath: String($0), isDirectory: true)).shared }
        return (folder.built + [folder.shared] + named).lazy.map { $0.appending(path: name) }
            .first { access($0.path, R_OK) == 0 }
    }
}
