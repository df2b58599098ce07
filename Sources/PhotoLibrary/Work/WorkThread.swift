package import MediaRequests

/// Where work is done and its result is delivered.
package enum WorkThread: Sendable {
    /// On a thread of the pipeline. The call that requests the work returns immediately.
    case queue
    /// On the calling thread, unless another thread already does the work. The call that requests the work returns
    /// after the result was delivered.
    ///
    /// - Parameter lane: The lane of the calling thread, or `nil` for a thread that may wait for either lane.
    case caller(lane: RenderLane? = nil)
}

extension CoalescedWork {
    /// Requests the value.
    ///
    /// - Parameters:
    ///   - urgency: The work's priority in the queue. Ignored for work on the calling thread.
    ///   - deliver: Called once, unless the request is withdrawn before.
    /// - Returns: A closure that withdraws the request.
    func perform(
        _ key: Key, on thread: WorkThread, _ urgency: WorkQueue.Urgency, make: @escaping Make,
        deliver: @escaping Deliver
    ) -> @Sendable () -> Void {
        switch thread {
        case .queue: return submit(key, urgency, make: make, deliver: deliver)
        case .caller(let lane):
            deliver(Result { try value(key, lane: lane, make: make) })
            return {}
        }
    }
}
