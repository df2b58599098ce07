public import Foundation

// Clients cast these values `as CVarArg` before they pass them to a predicate, which reads the value itself. Other
// formats print their description, because CoreFoundation on Linux crashes when it describes an NSArray.

// swift-format-ignore: AvoidRetroactiveConformances
extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The text that a format prints, kept by the caller while it formats.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension NSDate: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The text that a format prints, kept by the caller while it formats.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The text that a format prints, kept by the caller while it formats.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension NSArray: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The text that a format prints, kept by the caller while it formats.
    public var _cVarArgObject: any CVarArg { NSString(string: "\(map { $0 })") }
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
