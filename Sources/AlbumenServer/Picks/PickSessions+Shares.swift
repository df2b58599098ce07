import Foundation
import PickerWire

/// The shares of users and origins, so that one can't take the places of another.
extension PickSessions {
    /// Checks that a requester may have another waiting session.
    ///
    /// If the pages on the owner's connections have no place left, the page that has the most of them loses the oldest
    /// session that nobody has opened. A page can't gain by using many origins: none has less than another afterwards.
    ///
    /// - Throws: `Refusal` (429) if the requester, its user or all of them have used their share.
    func makeWaitingPlace(
        for share: PickRequester.Share, in state: inout State, _ effects: inout Effects
    ) throws {
        let waiting = state.sessions.values.filter { $0.state.isRunning && $0.selection == nil }
        func count(_ isCounted: (PickRequester.Share) -> Bool) -> Int {
            waiting.count { isCounted($0.requester.share) }
        }
        let own = count { $0 == share }
        guard own < limits.waitingOfRequester else { throw Refusal.tooManyPicks(retryAfter: Self.retryTime) }
        if let user = share.user {
            guard count({ $0.user == user }) < limits.waitingOfUser,
                count({ $0.user != nil }) < limits.waitingOfOtherUsers
            else { throw Refusal.tooManyPicks(retryAfter: Self.retryTime) }
        } else if share.origin != nil, count({ $0.user == nil && $0.origin != nil }) >= limits.waitingOfPages {
            let pages = waiting.filter { $0.requester.share.user == nil && $0.requester.share.origin != nil }
            let counts = Dictionary(pages.map { ($0.requester.share, 1) }, uniquingKeysWith: +)
            let removable = pages.filter { $0.state == .waiting && counts[$0.requester.share, default: 0] > own + 1 }
            func rank(_ session: PickSession) -> (Int, Date) {
                (-counts[session.requester.share, default: 0], session.created)
            }
            let last = removable.min { rank($0) < rank($1) }
            guard let last else { throw Refusal.tooManyPicks(retryAfter: Self.retryTime) }
            effects.remove(last.number, from: &state)
        } else if waiting.count >= limits.waiting {
            throw Refusal.tooManyPicks(retryAfter: Self.retryTime)
        }
    }

    /// Removes a session that has ended, if there are too many: first one without bytes to load, of the same requester,
    /// of the same user, and of the user and requester with the most of them. Removes sessions with bytes only of the
    /// same requester.
    ///
    /// - Throws: `Refusal` (429) if there is no such session.
    func makeRoom(
        for share: PickRequester.Share, in state: inout State, _ now: Date, _ effects: inout Effects
    ) throws {
        guard state.sessions.count >= limits.all else { return }
        let ended = state.sessions.values.filter { !$0.state.isRunning }
        let empty = ended.filter { $0.state != .added }
        let ofUsers = Dictionary(empty.map { ($0.requester.share.user, 1) }, uniquingKeysWith: +)
        let ofShares = Dictionary(empty.map { ($0.requester.share, 1) }, uniquingKeysWith: +)
        func rank(_ session: PickSession) -> (Int, Int, Int, Date) {
            let other = session.requester.share
            let distance = other == share ? 0 : (other.user == share.user ? 1 : 2)
            return (
                distance, -ofUsers[other.user, default: 0], -ofShares[other, default: 0], session.ended ?? now
            )
        }
        let own = ended.filter { $0.requester.share == share }
        guard let last = empty.min(by: { rank($0) < rank($1) }) ?? own.min(by: { rank($0) < rank($1) }) else {
            throw Refusal.tooManyPicks(retryAfter: Self.retryTime)
        }
        effects.remove(last.number, from: &state)
    }
}
