public import Foundation

/// A class whose objects an ``NSItemProvider`` can create from data.
public protocol NSItemProviderReading: NSObjectProtocol {
    /// The identifiers of the types from which an object can be created. A provider that has a subtype can be read,
    /// too.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Creates an object from data. Called on a private queue.
    ///
    /// - Parameters:
    ///   - data: The bytes that the provider has.
    ///   - typeIdentifier: The identifier in ``readableTypeIdentifiersForItemProvider`` that the data conforms to.
    /// - Throws: An error if the data isn't valid.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// A class whose objects consist of several files, and so can't be created from data.
package protocol ItemFileReading: NSItemProviderReading {
    /// Creates an object from a file or folder. The URL is valid until the method returns.
    static func object(withItemProviderFileAt url: URL, typeIdentifier: String) throws -> Self
}
