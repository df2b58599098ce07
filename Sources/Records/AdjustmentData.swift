package import Foundation

/// The recipe of an edit, in the format of the app that made it.
package struct AdjustmentData: Sendable, Equatable {
    /// The largest recipe, in bytes.
    package static let byteLimit = 2 << 20

    /// The app's name for its format, usually in reverse DNS notation. Any text is valid, also an empty one.
    package var formatIdentifier: String
    package var formatVersion: String
    /// The recipe. Only its app understands it.
    package var data: Data

    package init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
