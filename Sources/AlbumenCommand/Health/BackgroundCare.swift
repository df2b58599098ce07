import Albumen
import BlobStore
import Cancellation
import Dispatch
import Foundation
import SystemCalls

/// Takes care of the library on a separate thread while the server runs: checks a share of the originals each day,
/// notes the free space, and notifies the owner of problems.
final class BackgroundCare: Sendable {
    /// The time between two looks, in seconds.
    private static let interval: TimeInterval = 600
    /// The server's start has precedence.
    static let usualDelay: TimeInterval = 30

    private let library: Library
    private let verificationDays: Int
    private let notification: HealthNotification?
    private let delay: TimeInterval
    private let isBusy: @Sendable () -> Bool
    private let cancellation = WorkCancellation()
    private let ending = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - verificationDays: The number of days in which all originals are checked, or 0 for no checks.
    ///   - notification: The command that is run for a new problem, or `nil`.
    ///   - delay: The seconds before the first look.
    ///   - isBusy: Whether the owner uses the library now.
    init(
        of library: Library, verificationDays: Int, notification: HealthNotification?,
        delay: TimeInterval = BackgroundCare.usualDelay, isBusy: @escaping @Sendable () -> Bool
    ) {
        self.library = library
        self.verificationDays = verificationDays
        self.notification = notification
        self.delay = delay
        self.isBusy = isBusy
    }

    func start() {
        let thread = Thread {
            // Ends the wait when it's stopped.
            try? self.cancellation.wait(self.delay, "")
            // Before the priority changes, because a worker would inherit it.
            self.report { try self.examine() }
            // Also gives the thread the lowest priority for disks. 5 is SCHED_IDLE, and 0 this thread.
            var parameters = sched_param()
            sched_setscheduler(0, 5, &parameters)
            self.run()
            self.ending.signal()
        }
        thread.name = "albumen.care"
        thread.start()
    }

    /// Stops within a piece of a file. On a busy machine, that can take long: a thread of idle priority rarely runs
    /// there, and without privileges it can't get the usual priority back.
    ///
    /// - Parameter seconds: The longest wait.
    /// - Returns: Whether it has ended. Otherwise, the library can't be closed yet.
    func stop(within seconds: TimeInterval = 2) -> Bool {
        cancellation.cancel()
        return ending.wait(timeout: .now() + seconds) == .success
    }

    private func run() {
        while !cancellation.isCancelled {
            report {
                if verificationDays > 0 {
                    try ContinuousVerification(
                        of: library, days: verificationDays, isBusy: isBusy, cancellation
                    ).run()
                }
                try look()
            }
            try? cancellation.wait(Self.interval, "")
        }
    }

    /// Prints the error of a part of the work, unless it was stopped.
    private func report(_ part: () throws -> Void) {
        guard !cancellation.isCancelled else { return }
        do {
            try part()
        } catch {
            guard !cancellation.isCancelled else { return }
            StandardError.write(
                line: "albumen: The library can't be checked now: "
                    + PrintableText.line(CommandFailure.text(of: error)))
        }
    }

    /// Notes what is wrong with the media worker and with the permissions of the library's files.
    func examine() throws {
        let diagnoses = WorkerExamination.diagnoses() + LibraryExamination.diagnoses(ofFolder: library.folder)
        // The first of each kind, which doesn't hide the others from the doctor.
        let problems = diagnoses.compactMap(\.problem).reduce(into: [HealthProblem]()) { problems, problem in
            if !problems.contains(where: { $0.code == problem.code }) { problems.append(problem) }
        }
        let examination = HealthRecord.Examination(problems, at: library.now())
        try HealthFile(of: library).change { $0.examination = examination }
    }

    /// Notes the free space, and reports problems that are new.
    func look() throws {
        let file = HealthFile(of: library)
        let space = try DiskSpace(of: library.folder.path(percentEncoded: false))
        if space.isKnown {
            try file.change { $0.note(freeInBytes: space.freeInBytes, at: library.now()) }
        }
        let problems = try LibraryHealth(of: library).problems
        let known = try file.read().notified
        for problem in problems where !known.contains(problem.code.rawValue) {
            StandardError.write(
                line: "albumen: \(PrintableText.line("\(problem.message) \(problem.remedy)"))",
                as: problem.isFault ? .error : .warning)
            notification?.run(problem, of: library.folder, cancellation)
        }
        // A problem that ends and comes back is reported again.
        try file.change { $0.notified = problems.map(\.code.rawValue) }
    }
}
