import CAlbumenSystem
import Dispatch
import Foundation
import Synchronization

/// Reports the open questions of a library when they change. Reports also the end of a process that asks, which rings no
/// doorbell.
///
/// Never polls: the doorbell and the kernel's process descriptors wake it.
package final class QuestionWatch: Sendable {
    // Unchecked, because Dispatch sources are thread-safe but not declared `Sendable` on Linux.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    private struct State {
        var known: [Question] = []
        /// The processes with open questions. `nil` for one that has ended or can't be watched.
        var processes: [Int32: Source?] = [:]
        var subscription: ChangeFeed.Subscription?
        var isReading = false
        var isCancelled = false
    }

    private let library: Library
    private let handler: @Sendable ([Question]) -> Void
    private let queue = DispatchQueue(label: "albumen.questions")
    private let state = Mutex(State())

    /// - Parameter handler: Called with all open questions, oldest first, on a serial queue: first with those that
    ///   exist, if there are any, and then after each change.
    /// - Throws: `LibraryError` if the library can't be watched.
    package init(_ library: Library, _ handler: @escaping @Sendable ([Question]) -> Void) throws {
        self.library = library
        self.handler = handler
        let subscription = try library.changes.subscribeToBell { [weak self] in self?.read() }
        state.withLock { $0.subscription = subscription }
        read()
    }

    deinit {
        cancel()
    }

    /// Ends the reports. Doesn't interrupt a call in progress.
    package func cancel() {
        let (subscription, processes) = state.withLock { state in
            state.isCancelled = true
            defer { (state.subscription, state.processes) = (nil, [:]) }
            return (state.subscription, state.processes)
        }
        subscription?.cancel()
        for case let source? in processes.values { source.source.cancel() }
    }

    /// Reads the questions soon, once for all calls until then.
    private func read() {
        let isFirst = state.withLock { state in
            defer { state.isReading = true }
            return !state.isReading && !state.isCancelled
        }
        guard isFirst else { return }
        queue.async { [weak self] in self?.report() }
    }

    private func report() {
        state.withLock { $0.isReading = false }
        let questions: [Question]
        do {
            questions = try library.openQuestions()
        } catch {
            // The library's other calls report that it can't be read.
            FileHandle.standardError.write(Data("albumen: questions could not be read: \(error)\n".utf8))
            return
        }
        let isNew = state.withLock { state in
            guard !state.isCancelled, state.known != questions else { return false }
            state.known = questions
            watchProcesses(of: questions, &state)
            return true
        }
        if isNew { handler(questions) }
    }

    private func watchProcesses(of questions: [Question], _ state: inout State) {
        let numbers = Set(questions.map(\.process))
        for (number, source) in state.processes where !numbers.contains(number) {
            source?.source.cancel()
            state.processes[number] = nil
        }
        for number in numbers where state.processes[number] == nil {
            state.processes.updateValue(source(of: number), forKey: number)
        }
    }

    /// Returns a source that fires when a process ends, or `nil` if it has ended or can't be watched.
    private func source(of process: Int32) -> Source? {
        let descriptor = albumen_open_process(process)
        guard descriptor >= 0 else {
            if descriptor == -ESRCH { queue.async { [weak self] in self?.read() } }
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.noteEnd(of: process) }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        return Source(source: source)
    }

    /// The descriptor of an ended process stays readable, so its source ends.
    private func noteEnd(of process: Int32) {
        let source = state.withLock { $0.processes.updateValue(nil, forKey: process) }
        source??.source.cancel()
        read()
    }
}
