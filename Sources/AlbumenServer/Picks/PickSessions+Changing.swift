import Foundation
import PickerWire
import Synchronization

extension PickSessions {
    /// The effects of a change on others, which happen after the lock is released.
    struct Effects {
        fileprivate var events: [(AsyncStream<PickEvent>.Continuation, PickEvent)] = []
        fileprivate var woken: [AsyncStream<Void>.Continuation] = []
        fileprivate var ended: [String] = []
        /// Whether the waiting sessions of the owner's programs changed, and the new one.
        var waiting: PickSession??

        /// Sends an event to the pages of a session.
        mutating func send(_ event: PickEvent, to number: String, _ state: State) {
            for listener in state.listeners[number, default: [:]].values { events.append((listener, event)) }
        }

        /// Resumes the requests that wait for a session.
        mutating func wake(_ number: String, _ state: State) {
            woken += state.waiters[number, default: [:]].values
        }

        /// Marks the bytes of a session as unneeded.
        mutating func end(_ number: String) { ended.append(number) }

        mutating func remove(_ number: String, from state: inout State) {
            wake(number, state)
            end(number)
            state.sessions[number] = nil
            state.listeners[number] = nil
        }
    }

    /// Changes the sessions, and then notifies those who wait.
    func change<Value: Sendable>(_ body: (inout State, Date, inout Effects) throws -> Value) throws -> Value {
        var effects = Effects()
        let now = now()
        let result = state.withLock { state in
            expire(&state, now, &effects)
            let result = Result { try body(&state, now, &effects) }
            if effects.waiting != nil { state.waitingVersion += 1 }
            return result
        }
        for (listener, event) in effects.events { listener.yield(event) }
        for waiter in effects.woken { waiter.yield() }
        notify(waiting: effects.waiting, ended: effects.ended)
        return try result.get()
    }

    private func expire(_ state: inout State, _ now: Date, _ effects: inout Effects) {
        for (number, session) in state.sessions {
            var session = session
            let before = session.state
            let isVisitOver = session.isVisitOver(now, limits)
            if isVisitOver {
                let wasAnnounced = session.isAnnounced
                session.visited = nil
                state.sessions[number] = session
                if session.isAnnounced != wasAnnounced { effects.waiting = .some(nil) }
            }
            // A program's request is still announced in the terminal.
            if isVisitOver && session.requester.isPage || session.isClosed(now) {
                session.finish(now, adds: false, isByOwner: true)
                session.count(isVisibleToApp: true)
                state.sessions[number] = session
                effects.wake(number, state)
                effects.end(number)
            } else if session.expire(now, limits) {
                state.sessions[number] = session
                effects.wake(number, state)
                effects.end(number)
                if before.isRunning { effects.send(.ended(reason: "expired"), to: number, state) }
                if before == .waiting, session.isAnnounced { effects.waiting = .some(nil) }
            } else if session.state == .expired, let ended = session.ended,
                now.timeIntervalSince(ended) >= limits.bytes
            {
                effects.remove(number, from: &state)
            }
        }
    }
}
