// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's. Apple's platforms bridge each type to its Foundation class at no cost. Here each name is
// that class.

public import Foundation

/// Core Foundation's URL.
public typealias CFURL = NSURL
/// Core Foundation's dictionary.
public typealias CFDictionary = NSDictionary
