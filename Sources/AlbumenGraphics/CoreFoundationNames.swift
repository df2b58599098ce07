// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's. On Apple's platforms each converts to its Foundation class without a cost; here it is that class.

public import Foundation

/// Core Foundation's URL.
public typealias CFURL = NSURL
/// Core Foundation's dictionary.
public typealias CFDictionary = NSDictionary
