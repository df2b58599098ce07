import BlobStore
import Foundation
import PhotoLibrary

extension CatalogBackup {
    /// The time between two drills, in seconds. A drill that failed is repeated after a day.
    private static let drillInterval: TimeInterval = 7 * 86_400
    private static let failedDrillInterval: TimeInterval = 86_400
    /// The time after which a drill is tried again if it was interrupted, in seconds.
    private static let drillPause: TimeInterval = 3600

    /// Starts a restore drill once a week on its own thread, and notes the result of one that has ended.
    ///
    /// Changes are sent meanwhile. `close` waits for a drill that runs. Only a connected library has drills, and the setting
    /// `isDrillOff` turns them off.
    func drill() throws {
        if let running = runningDrill, let outcome = running.outcome {
            runningDrill = nil
            try note(outcome)
        }
        guard runningDrill == nil, try isDrillDue() else { return }
        let drill = CatalogDrill(replica: replica, folder: folder, cancellation: background)
        let catalog = library.folder.appending(path: "catalog.sqlite", directoryHint: .notDirectory)
        if let obstacle = try drill.obstacle(catalog: catalog) {
            return try staging.change { state in
                var record = state.drill ?? DrillRecord()
                record.obstacle = obstacle
                state.drill = record
            }
        }
        try staging.change { state in
            var record = state.drill ?? DrillRecord()
            record.beginning = library.now()
            state.drill = record
        }
        runningDrill = RunningDrill(drill)
    }

    /// Waits for a drill that runs, and notes its result.
    func finishDrill() throws {
        guard let running = runningDrill else { return }
        runningDrill = nil
        try note(running.wait())
    }

    private func isDrillDue() throws -> Bool {
        guard library.cloud.place?.address == place.address, try library.cloudSettings()?.isDrillOff != true,
            staging.state.waiting.isEmpty
        else { return false }
        // One that was interrupted read the whole backup, perhaps in vain.
        if let beginning = staging.state.drill?.beginning,
            abs(library.now().timeIntervalSince(beginning)) < Self.drillPause
        {
            return false
        }
        guard let record = staging.state.drill, let date = record.date else { return true }
        let interval = record.failure == nil ? Self.drillInterval : Self.failedDrillInterval
        // A clock that was wrong must not end the drills.
        return abs(library.now().timeIntervalSince(date)) >= interval
    }

    private func note(_ outcome: RunningDrill.Outcome) throws {
        var record = DrillRecord()
        record.date = library.now()
        switch outcome {
        case .succeeded: break
        case .failed(let reason): record.failure = reason
        case .interrupted: return
        }
        try staging.change { $0.drill = record }
    }
}
