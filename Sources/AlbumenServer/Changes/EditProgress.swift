import Foundation
import Synchronization

/// The finished shares of the videos that the page's edits are rendering. Owners' pages receive them as the event
/// `edits` of the stream of changes.
final class EditProgress: Sendable {
    /// One edit, which ends with this object.
    final class Edit: Sendable {
        private let number: Int
        private let assetUUID: String
        private let progress: EditProgress

        fileprivate init(_ number: Int, _ assetUUID: String, of progress: EditProgress) {
            self.number = number
            self.assetUUID = assetUUID
            self.progress = progress
        }

        deinit { progress.set(nil, for: number) }

        /// Reports the finished share, from 0 to 1. Any thread can call it.
        func report(_ share: Double) {
            progress.set(.init(asset: assetUUID, percent: Int(max(0, min(1, share)) * 100)), for: number)
        }
    }

    struct Share: Encodable, Equatable {
        let asset: String
        let percent: Int
    }

    private struct State {
        var lastNumber = 0
        var shares: [Int: Share] = [:]
    }

    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    /// - Parameter changed: Called after each percent of an edit.
    init(changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }

    /// Begins an edit. It has no share before its first report, because photos report none.
    func edit(of assetUUID: String) -> Edit {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return Edit(number, assetUUID, of: self)
    }

    /// The shares of all edits, as the JSON document of the event.
    var text: String {
        get throws {
            let shares = state.withLock { state in
                state.shares.sorted { $0.key < $1.key }.map(\.value)
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(["edits": shares]), as: UTF8.self)
        }
    }

    private func set(_ share: Share?, for number: Int) {
        let isNew = state.withLock { state in
            guard state.shares[number] != share else { return false }
            state.shares[number] = share
            return true
        }
        if isNew { changed() }
    }
}
