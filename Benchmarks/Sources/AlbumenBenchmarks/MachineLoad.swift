import Foundation

/// The machine's load by other programs.
enum MachineLoad {
    /// The average number of threads that wanted to run during the last minute.
    static var overOneMinute: String {
        var loads = [0.0]
        guard getloadavg(&loads, 1) == 1 else { return "unknown" }
        return String(format: "%.2f", loads[0])
    }
}
