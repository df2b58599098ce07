package import Foundation
import SystemCalls
import SystemPackage

/// The folder `albumen` in the user's state folder (`XDG_STATE_HOME`, else `~/.local/state`). It belongs to no library,
/// so a copy of a library doesn't contain it.
package enum StateFolder {
    /// Returns the folder's address, or `nil` if the environment has none.
    package static func url(in environment: [String: String]) -> URL? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return URL(fileURLWithPath: state, isDirectory: true).appendingPathComponent("albumen", isDirectory: true)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home, isDirectory: true)
            .appendingPathComponent(".local/state/albumen", isDirectory: true)
    }

    /// Returns whether the folder, or its nearest existing ancestor, belongs to the user. With `sudo`, the home folder
    /// can be another user's, who couldn't read root's file later.
    package static func belongsToUser(_ folder: URL) -> Bool {
        var place = folder
        while true {
            if let status = try? Stat(place.path) { return status.owner == geteuid() }
            if place.path == "/" { return false }
            place.deleteLastPathComponent()
        }
    }
}
