import Dispatch
public import Foundation
import Synchronization

extension PHFetchResult {
    /// Calls the block with each object and its index, in order, on this thread. Setting the block's last argument to
    /// `true` ends it.
    public func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(at: IndexSet(integersIn: 0..<count), options: [], using: block)
    }

    /// Calls the block with each object and its index; returns after the last call.
    ///
    /// - Parameter opts: `.reverse` goes from the last to the first; `.concurrent` calls from several threads at once,
    ///   in no order.
    public func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(at: IndexSet(integersIn: 0..<count), options: opts, using: block)
    }

    /// Calls the block with the objects at indexes; returns after the last call. An index out of range stops the
    /// program.
    ///
    /// - Parameter opts: `.reverse` goes from the last to the first; `.concurrent` calls from several threads at once,
    ///   in no order.
    public func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        if opts.contains(.concurrent) {
            enumerateConcurrently(Array(s), block)
        } else if opts.contains(.reverse) {
            enumerate(s.reversed(), block)
        } else {
            enumerate(s, block)
        }
    }

    private func enumerate(
        _ indexes: some Sequence<Int>, _ block: (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for index in indexes {
            block(object(at: index), index, &stop)
            if stop.boolValue { return }
        }
    }

    /// Calls that have begun when one asks to stop are not broken off.
    private func enumerateConcurrently(
        _ indexes: [Int], _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let call = UncheckedSendable(block)
        let isStopped = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: indexes.count) { position in
            guard !isStopped.load(ordering: .relaxed) else { return }
            var stop = ObjCBool(false)
            call.value(object(at: indexes[position]), indexes[position], &stop)
            if stop.boolValue { isStopped.store(true, ordering: .relaxed) }
        }
    }
}
