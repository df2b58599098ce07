import Foundation

/// The kernel's thermal zones, as files in a folder.
struct ThermalZones {
    private struct TripPoint {
        let state: ProcessInfo.ThermalState
        let temperature: Int
    }

    private struct Zone {
        let temperature: URL
        let tripPoints: [TripPoint]
    }

    private let zones: [Zone]

    init(folder: URL = URL(fileURLWithPath: "/sys/class/thermal", isDirectory: true)) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        zones = names.filter { $0.hasPrefix("thermal_zone") }.compactMap { name in
            let zone = folder.appendingPathComponent(name, isDirectory: true)
            let tripPoints = Self.tripPoints(of: zone)
            return tripPoints.isEmpty
                ? nil : Zone(temperature: zone.appendingPathComponent("temp"), tripPoints: tripPoints)
        }
    }

    /// Whether no zone has a trip point. The state is then always `.nominal`.
    var isEmpty: Bool { zones.isEmpty }

    /// The most severe state of all zones. Ignores zones whose temperature can't be read.
    func state() -> ProcessInfo.ThermalState {
        let states = zones.compactMap { zone in
            Self.number(in: zone.temperature).flatMap { temperature in
                zone.tripPoints.filter { $0.temperature <= temperature }.map(\.state.rawValue).max()
            }
        }
        return states.max().flatMap { ProcessInfo.ThermalState(rawValue: $0) } ?? .nominal
    }

    private static func tripPoints(of zone: URL) -> [TripPoint] {
        var tripPoints: [TripPoint] = []
        for index in 0... {
            let type = zone.appendingPathComponent("trip_point_\(index)_type")
            guard let type = text(in: type) else { break }
            // The kernel disables a trip point with a temperature that a device never has.
            guard let state = state(ofTripPoint: type),
                let temperature = number(in: zone.appendingPathComponent("trip_point_\(index)_temp")), temperature > 0
            else { continue }
            tripPoints.append(TripPoint(state: state, temperature: temperature))
        }
        return tripPoints
    }

    private static func state(ofTripPoint type: String) -> ProcessInfo.ThermalState? {
        switch type {
        case "active": .fair
        case "passive": .serious
        case "hot", "critical": .critical
        default: nil
        }
    }

    private static func text(in file: URL) -> String? {
        (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func number(in file: URL) -> Int? {
        text(in: file).flatMap { Int($0) }
    }
}
