package import Foundation

/// A file or folder that a sender has sent, as the sender sees it. The library's photo doesn't depend on it.
package struct SentFile: Sendable, Equatable {
    /// What became of it.
    package enum State: String, Sendable {
        /// A folder, which is only a name.
        case folder
        /// A file without bytes, or one of a system whose bytes aren't kept. It never becomes a photo.
        case empty
        /// All bytes have arrived. The sender can still rename or replace the file.
        case held
        /// The library takes it in.
        case sent
        /// The library has it, also if it had it before.
        case added
        /// The library has it in Recently Deleted.
        case deleted
        /// It can't become a photo. The detail is the reason.
        case refused
    }

    package var path: SentPath
    package var state: State
    package var size: Int64
    /// The date of the sender's file, or the time of its arrival.
    package var modified: Date
    /// Whether the sender stated the date.
    package var isDated: Bool
    package var created: Date
    /// The last change by the sender.
    package var touched: Date
    /// A text that differs for each content of the path.
    package var tag: String
    /// The identifier of the upload with the bytes, until the library has them.
    package var upload: String?
    /// The reason for a refusal, or the photo's UUID.
    package var detail: String?

    package var isFolder: Bool { state == .folder }

    package init(
        path: SentPath, state: State, size: Int64 = 0, modified: Date, isDated: Bool = false, created: Date,
        tag: String, upload: String? = nil
    ) {
        (self.path, self.state, self.size, self.upload) = (path, state, size, upload)
        (self.modified, self.isDated, self.created, self.tag) = (modified, isDated, created, tag)
        touched = created
    }
}

/// A property that a sender has stored with a file or folder. Albumen doesn't use it.
package struct SentProperty: Sendable, Equatable {
    package let space: String
    package let name: String
    /// The property's element, in XML that needs no declarations around it.
    package let element: String

    package init(space: String, name: String, element: String) {
        (self.space, self.name, self.element) = (space, name, element)
    }
}
