public import Foundation

// What clients cast `as CVarArg` before they pass it to a format. Foundation on Linux conforms only strings and numbers.

extension NSDate: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { encodedAddress(of: self) }
}

extension NSArray: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { encodedAddress(of: self) }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The object that a format reads, which the caller keeps while it formats.
    public var _cVarArgObject: any CVarArg { self as NSDate }
    public var _cVarArgEncoding: [Int] { (self as NSDate)._cVarArgEncoding }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject {
    /// The object that a format reads, which the caller keeps while it formats.
    public var _cVarArgObject: any CVarArg { NSArray(array: self) }
    public var _cVarArgEncoding: [Int] { NSArray(array: self)._cVarArgEncoding }
}

private func encodedAddress(of object: AnyObject) -> [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(object).toOpaque())]
}
