// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation
import UniformTypeIdentifiers

/// Returns the preferred identifier for a tag.
///
/// - Parameters:
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
///   - inTag: A filename extension without the dot, or a MIME type.
///   - inConformingToUTI: The identifier of a type that the result conforms to, or `nil`.
/// - Returns: The identifier of a declared type. If there is none, a dynamic identifier that contains the tag. Returns
///   `nil` if the tag is empty or too long.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> CFUnmanaged<CFString>? {
    let supertype = inConformingToUTI.map { UTType(importedAs: $0) }
    let type = UTType(tag: inTag, tagClass: UTTagClass(rawValue: inTagClass), conformingTo: supertype)
    return type.map { CFUnmanaged($0.identifier) }
}

/// Returns the preferred identifier for a tag. Clients also pass `pathExtension as NSString`, which converts to
/// `CFString` on Apple's platforms.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString, _ inTag: NSString, _ inConformingToUTI: CFString?
) -> CFUnmanaged<CFString>? {
    UTTypeCreatePreferredIdentifierForTag(inTagClass, String(describing: inTag), inConformingToUTI)
}

/// Returns the identifiers of all declared types with a tag, with the preferred type first.
///
/// - Returns: The identifiers. If there are none, a dynamic identifier that contains the tag. Returns `nil` if the tag
///   is empty or too long.
public func UTTypeCreateAllIdentifiersForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> CFUnmanaged<CFArray>? {
    let supertype = inConformingToUTI.map { UTType(importedAs: $0) }
    let types = UTType.types(tag: inTag, tagClass: UTTagClass(rawValue: inTagClass), conformingTo: supertype)
    guard types.isEmpty else { return CFUnmanaged(NSArray(array: types.map(\.identifier))) }
    return UTTypeCreatePreferredIdentifierForTag(inTagClass, inTag, inConformingToUTI).map {
        CFUnmanaged(NSArray(object: $0.takeRetainedValue()))
    }
}
