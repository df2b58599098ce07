import Foundation
import Synchronization
import Testing

@testable import FoundationAdditions

@Suite struct ThermalStateTests {
    private final class Zones {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        func write(zone: Int = 0, temperature: Int, tripPoints: [(type: String, temperature: Int)]) throws {
            let zone = folder.appendingPathComponent("thermal_zone\(zone)")
            try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
            try write("\(temperature)", to: zone.appendingPathComponent("temp"))
            for (index, point) in tripPoints.enumerated() {
                try write(point.type, to: zone.appendingPathComponent("trip_point_\(index)_type"))
                try write("\(point.temperature)", to: zone.appendingPathComponent("trip_point_\(index)_temp"))
            }
        }

        private func write(_ text: String, to file: URL) throws {
            try Data("\(text)\n".utf8).write(to: file)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    private static let tripPoints = [("active", 50_000), ("passive", 70_000), ("hot", 90_000), ("critical", 100_000)]

    @Test(arguments: [
        (20_000, ProcessInfo.ThermalState.nominal), (50_000, .fair), (70_000, .serious), (95_000, .critical),
        (110_000, .critical),
    ])
    func `a reached trip point is the state`(temperature: Int, state: ProcessInfo.ThermalState) throws {
        let zones = Zones()
        try zones.write(temperature: temperature, tripPoints: Self.tripPoints)
        #expect(ThermalZones(folder: zones.folder).state() == state)
    }

    @Test func `the hottest zone decides`() throws {
        let zones = Zones()
        try zones.write(zone: 0, temperature: 20_000, tripPoints: Self.tripPoints)
        try zones.write(zone: 1, temperature: 75_000, tripPoints: Self.tripPoints)
        #expect(ThermalZones(folder: zones.folder).state() == .serious)
    }

    @Test func `without trip points the state is nominal`() throws {
        let zones = Zones()
        #expect(ThermalZones(folder: zones.folder).isEmpty)
        try zones.write(temperature: 120_000, tripPoints: [("passive", -274_000), ("unknown", 10)])
        #expect(ThermalZones(folder: zones.folder).isEmpty)
        #expect(ThermalZones(folder: zones.folder).state() == .nominal)
    }

    @Test func `a change posts one notification`() throws {
        let zones = Zones()
        try zones.write(temperature: 20_000, tripPoints: Self.tripPoints)
        let observer = ThermalStateObserver(zones: ThermalZones(folder: zones.folder))
        let center = NotificationCenter()
        let count = Mutex(0)
        let token = center.addObserver(
            forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { center.removeObserver(token) }
        observer.postChange(in: center)
        #expect(count.withLock(\.self) == 0)
        try zones.write(temperature: 80_000, tripPoints: Self.tripPoints)
        observer.postChange(in: center)
        observer.postChange(in: center)
        #expect(count.withLock(\.self) == 1)
        #expect(observer.currentState() == .serious)
    }
}
