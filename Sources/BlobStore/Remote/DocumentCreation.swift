package import Foundation

/// The outcome of the creation of a document.
package enum DocumentCreation: Hashable, Sendable {
    /// This call stored the document.
    case created
    /// The name was taken, by these bytes. Nothing changed.
    case exists(Data)
}
