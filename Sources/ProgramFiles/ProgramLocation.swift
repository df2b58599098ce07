import Foundation

/// The locations of Albumen's programs.
package enum ProgramLocation {
    /// The folders in which programs are searched, for messages.
    package static let searchedPlaces = "beside this program, in ../libexec/albumen, or in PATH"

    /// Returns the path of a program.
    ///
    /// Searches the folder of the running program and the `libexec` folder of its installation. Then searches the folders
    /// of `PATH`, and the `libexec` folders of the installations to which these belong. So an app that links `Photos`
    /// finds the worker of an installed Albumen.
    package static func find(
        _ name: String, environment: [String: String], from folder: ProgramFolder = .running
    ) -> String? {
        let named = (environment["PATH"] ?? "").split(separator: ":")
            .map { ProgramFolder(URL(fileURLWithPath: String($0), isDirectory: true)) }
        return ([folder] + named).lazy.flatMap { [$0.url, $0.helpers] }
            .map { $0.appending(path: name).path }
            .first { access($0, X_OK) == 0 }
    }
}
