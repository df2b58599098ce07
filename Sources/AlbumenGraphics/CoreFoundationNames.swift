// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's. Apple's platforms bridge each type to its Foundation class at no cost. Here each name is
// that class.

public import Foundation

/// Core Foundation's URL.
public typealias CFURL = NSURL
/// Core Foundation's dictionary.
public typealias CFDictionary = NSDictionary
/// Core Foundation's array.
public typealias CFArray = NSArray
/// Core Foundation's `NSNull`.
public typealias CFNull = NSNull
/// Core Foundation's truth value.
public typealias CFBoolean = NSNumber

/// The null object. In the properties of an image destination, it removes a property.
public let kCFNull: CFNull! = NSNull()
/// The value true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The value false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// Core Foundation's signed count.
public typealias CFIndex = Int

/// A source of memory for Core Foundation's objects. This module has no allocators of its own.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The current allocator. As on Apple's platforms, the value is `nil`.
public let kCFAllocatorDefault: CFAllocator! = nil
