import Dispatch
import Foundation
import Synchronization

extension PHFetchResult {
    /// Calls the block with the objects at `indexes`, in the order and on the threads that the options select.
    func enumerate(
        _ indexes: IndexSet, _ options: NSEnumerationOptions,
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        if options.contains(.concurrent) {
            enumerateConcurrently(Array(indexes), block)
        } else if options.contains(.reverse) {
            enumerate(indexes.reversed(), block)
        } else {
            enumerate(indexes, block)
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

    /// Enumerates on several threads. Calls in progress continue if another call stops the enumeration.
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
