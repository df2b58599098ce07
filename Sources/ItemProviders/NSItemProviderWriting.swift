public import Foundation

/// A class whose objects an ``NSItemProvider`` can deliver as data.
public protocol NSItemProviderWriting: NSObjectProtocol {
    /// The identifiers of the types that objects of the class can become, with the highest fidelity first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The identifiers of the types that this object can become. By default, those of the class.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Returns the processes that may see a representation. By default, all.
    static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility

    /// Returns the processes that may see a representation of this object. By default, the value of the class.
    func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility

    /// Creates the data of a type. Called on a private queue.
    ///
    /// - Parameter completionHandler: Takes the data, or an error. Can be called on any thread.
    /// - Returns: The progress, or `nil` if the handler was called already.
    @preconcurrency
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    public var writableTypeIdentifiersForItemProvider: [String] {
        Self.writableTypeIdentifiersForItemProvider
    }

    public static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility {
        .all
    }

    public func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility {
        Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
    }
}

/// The processes that may see a representation.
///
/// A provider stays in the process that created it, so each representation can be loaded there.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    case all = 0
    case team = 1
    case group = 2
    case ownProcess = 3
}

/// The ways in which the file of a representation can be used.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Other code may open the provider's own file instead of a copy.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
