public import Foundation

/// A list of objects that PhotoKit's change requests take: arrays, sets, fetch results.
public protocol NSFastEnumeration {
    /// The objects in order.
    var enumeratedObjects: [Any] { get }
}

extension NSFastEnumeration where Self: Sequence {
    public var enumeratedObjects: [Any] { map { $0 as Any } }
}

extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}
