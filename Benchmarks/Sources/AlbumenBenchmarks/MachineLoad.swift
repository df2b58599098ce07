import Foundation

/// What else the machine is busy with.
enum MachineLoad {
    /// How many threads wanted to run, on average over the last minute.
    static var overOneMinute: String {
        var loads = [0.0]
        guard getloadavg(&loads, 1) == 1 else { return "unknown" }
        return String(format: "%.2f", loads[0])
    }
}
