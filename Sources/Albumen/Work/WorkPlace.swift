package import MediaWork

/// Where work is done and its result delivered.
package enum WorkPlace: Sendable {
    /// On a thread of the pipeline's. The call that asks for it returns at once.
    case queue
    /// On the calling thread, unless another thread already does the work. The call that asks for it returns when the result was
    /// delivered.
    ///
    /// - Parameter lane: the lane of the calling thread; `nil` for a thread that may wait for either.
    case caller(lane: RenderLane? = nil)
}

extension CoalescedWork {
    /// Asks for the value.
    ///
    /// - Parameters:
    ///   - urgency: the work's place in the queue. Work on the calling thread has none.
    ///   - deliver: called once, unless the question is withdrawn before.
    /// - Returns: withdraws the question.
    func perform(
        _ key: Key, at place: WorkPlace, _ urgency: WorkQueue.Urgency, make: @escaping Make,
        deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        switch place {
        case .queue: return submit(key, urgency, make: make, deliver: deliver)
        case .caller(let lane):
            deliver(Result { try value(key, lane: lane, make: make) })
            return {}
        }
    }
}
