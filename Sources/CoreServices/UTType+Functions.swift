// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation
import UniformTypeIdentifiers

// MARK: - Comparing

/// Returns whether two identifiers are equal, ignoring case. Dynamic identifiers are equal if their tags are equal.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
    uniformType(inUTI1) == uniformType(inUTI2)
}

/// Returns whether a type equals another type or is a subtype of it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    uniformType(inUTI).conforms(to: uniformType(inConformsToUTI))
}

/// Returns whether the table of declared types contains an identifier.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool {
    uniformType(inUTI).isDeclared
}

/// Returns whether an identifier was created for the tag of an undeclared type.
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool {
    uniformType(inUTI).isDynamic
}

// MARK: - Properties

/// Returns a description of a type for people, in English. Returns `nil` if the type has none.
public func UTTypeCopyDescription(_ inUTI: CFString) -> CFUnmanaged<CFString>? {
    uniformType(inUTI).localizedDescription.map { CFUnmanaged($0) }
}

/// Returns a type's preferred filename extension or MIME type.
///
/// - Parameters:
///   - inUTI: The identifier of the type.
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
/// - Returns: The tag, or `nil` if the type has no tag of that class.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> CFUnmanaged<CFString>? {
    uniformType(inUTI).tags[UTTagClass(rawValue: inTagClass)]?.first.map { CFUnmanaged($0) }
}

/// Returns all of a type's tags of a class, with the preferred tag first. Returns `nil` if the type has none.
public func UTTypeCopyAllTagsWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> CFUnmanaged<CFArray>? {
    uniformType(inUTI).tags[UTTagClass(rawValue: inTagClass)].map { CFUnmanaged(NSArray(array: $0)) }
}

/// The type for an identifier, also if the identifier isn't declared.
private func uniformType(_ identifier: CFString) -> UTType {
    UTType(importedAs: identifier)
}
