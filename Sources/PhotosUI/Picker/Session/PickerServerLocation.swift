import Foundation
import PhotoLibrary

/// Finds the server of the user's library for a picker.
struct PickerServerLocation {
    let environment: [String: String]

    /// Returns the server that `ALBUMEN_SERVER` names, or `nil` if there is no such variable.
    ///
    /// - Throws: `LibraryServerError` if the value isn't the address of a server.
    func named() throws -> PickerServer? {
        guard let text = environment["ALBUMEN_SERVER"], !text.isEmpty else { return nil }
        return PickerServer(address: try ServerLocation.origin(text, in: "ALBUMEN_SERVER"), isChecked: false)
    }

    /// Returns the running server of the library, as the file in the library's folder names it. It may have ended.
    ///
    /// - Throws: `LibraryServerError` if the file isn't valid or isn't this user's.
    func published() throws -> PickerServer? {
        try ServerLocation(of: LibraryLocation.find(environment: environment)).published().map(PickerServer.init)
    }

    /// Starts a server of the library.
    ///
    /// - Returns: The server, or `nil` if nobody waits any more.
    /// - Throws: `LibraryServerError` if it doesn't start.
    func started(isCancelled: () -> Bool) throws -> PickerServer? {
        let program = ServerProgram(of: try LibraryLocation.find(environment: environment), environment: environment)
        return try program.start(isCancelled: isCancelled).map(PickerServer.init)
    }
}

extension PickerServer {
    fileprivate init(_ server: LibraryServer) {
        self.init(address: server.address, isChecked: true)
    }
}
