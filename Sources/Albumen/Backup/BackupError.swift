import CodedErrors
import Foundation

/// An error of a backup or a restoration.
package struct BackupError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The place has no backup of a catalog, or none before the wished time.
        case noBackup
        /// The place has lost a part of the backup.
        case incomplete
        /// The folder for the restored library has files.
        case folderNotEmpty
        /// The library's owner seems to run.
        case ownerIsRunning
        /// The folder for a backup is in the library itself.
        case withinLibrary
        /// No other copy has taken the library over, or it has all changes.
        case nothingToSalvage
        /// A library can't be copied or moved to a folder within it.
        case withinItself
        /// The disk has no room for a copy of the library.
        case noRoom
        /// Both folders of a library that was moved have changes since.
        case movedTwice
        /// The restored catalog is damaged.
        case damaged
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
