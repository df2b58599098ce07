import Albumen
import Foundation
import MediaRequests
import MediaWork

/// Checks that the worker can read files, and the state of its sandbox.
enum WorkerExamination {
    static func diagnoses() -> [Diagnosis] {
        let executable: String
        do throws(MediaError) {
            executable = try WorkerLocation.find()
        } catch {
            return [.fault("worker", error.message, remedy: nil)]
        }
        do throws(MediaError) {
            let state = try WorkerPool(executable: executable, limit: 1, policy: nil).describe()
            return [.ok("worker", "\(executable) starts and answers.")] + diagnoses(of: state)
        } catch {
            return [.fault("worker", "\(executable) does not answer.", remedy: remedy(executable, error))]
        }
    }

    static func diagnoses(of state: WorkerState) -> [Diagnosis] {
        let complaints = state.complaints.isEmpty ? "" : " (\(state.complaints.joined(separator: "; ")))"
        var diagnoses: [Diagnosis] = []
        func fault(_ message: String, _ remedy: String) {
            diagnoses.append(.fault("sandbox", message + complaints + ".", remedy: remedy))
        }
        if !state.isSystemCallFilterActive {
            fault(
                "The media worker works without a filter of its system calls: a hostile file that takes it over could "
                    + "do what you can",
                "Use a kernel with seccomp, and a container that allows it.")
        }
        if !state.hasNoNewPrivileges || !state.hasNoCapabilities || state.isRoot {
            fault("The media worker keeps rights that it does not need", "Run albumen as a user other than root.")
        }
        if state.memoryLimitInBytes == nil {
            fault("The media worker's memory has no limit", "Allow setrlimit where albumen runs.")
        }
        if !state.endsWithHost {
            fault("The media worker could outlive its host", "Allow prctl where albumen runs.")
        }
        if diagnoses.isEmpty, !state.complaints.isEmpty {
            fault(
                "The media worker's sandbox is not as it should be", "Run albumen where nothing of this is forbidden.")
        }
        guard diagnoses.isEmpty else { return diagnoses }
        let memory = ByteText.text(state.memoryLimitInBytes ?? 0)
        return [
            .ok(
                "sandbox",
                "The media worker opens no file, connection or program, has no rights and at most \(memory) of memory. "
                    + "\(threads(state)) \(landlock(state))")
        ]
    }

    private static func threads(_ state: WorkerState) -> String {
        state.isThreadCountLimited
            ? "The kernel limits its threads."
            : "Albumen counts its threads, because the kernel gives it no user namespace of its own."
    }

    private static func landlock(_ state: WorkerState) -> String {
        state.landlockVersion.map { "Landlock (version \($0)) and seccomp hold it." }
            ?? "Seccomp holds it; this kernel has no Landlock."
    }

    private static func remedy(_ executable: String, _ error: MediaError) -> String {
        switch error.code {
        case .workerMissing: error.message
        case .protocolViolation: "It is of another version. Install albumen and its worker together."
        default:
            "See whether one of its libraries is missing: ldd \(ShellWord.quoted(executable)) | grep 'not found'; if "
                + "none is, install albumen and its worker together, as they may be of different versions."
        }
    }
}
