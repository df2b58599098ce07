import Foundation
import MediaRequests
import MediaWork

/// Sends a stored file to the worker unchanged and prints every answer.
enum Replay {
    static func run(_ path: String, on host: FuzzedHost) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENOENT) }
        defer { close(descriptor) }
        let pool = host.makePool()
        Console.say(path)
        for step in MediaStep.allCases {
            let began = ContinuousClock.now
            let answer: String
            do throws(MediaError) {
                answer = try step.run(on: pool, descriptor, filename: (path as NSString).lastPathComponent)
            } catch {
                answer = "\(error.code.rawValue): \(error.message) \(host.traces.take())"
            }
            let peak = pool.idleProcessIdentifiers.map(ProcessUsage.peakMemoryInBytes).max() ?? 0
            Console.say("  \(step.rawValue): \(answer) (\(ContinuousClock.now - began), \(peak >> 20) MB)")
        }
    }
}
