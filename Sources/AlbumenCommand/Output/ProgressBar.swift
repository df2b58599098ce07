import Dispatch
import Foundation
import Synchronization

/// Progress on standard error: a bar in a terminal, or a plain line from time to time in other outputs.
///
/// Any thread can use it. An update costs almost nothing, because a timer draws.
final class ProgressBar: Sendable {
    enum Style {
        case bar, plainLines, silent

        /// Returns the style for the outputs. JSON reports each file itself, and a bar would mix with it in the same
        /// terminal.
        static func suiting(json: Bool) -> Style {
            guard Terminal.canRedraw(STDERR_FILENO) else { return json ? .silent : .plainLines }
            return json && isatty(STDOUT_FILENO) == 1 ? .silent : .bar
        }
    }

    private struct State {
        var meter: ProgressMeter
        var isDrawn = false
        var isFinished = false
    }

    private static let redrawIntervalInMilliseconds = 100
    private static let lineIntervalInMilliseconds = 5000

    private let style: Style
    private let state: Mutex<State>
    private let timer: Mutex<any DispatchSourceTimer>

    /// - Parameters:
    ///   - verb: The verb of the operation, such as "imported".
    ///   - noun: The singular of the things that are counted.
    init(verb: String, noun: String = "file", style: Style) {
        self.style = style
        self.state = Mutex(State(meter: ProgressMeter(verb: verb, noun: noun)))
        self.timer = Mutex(DispatchSource.makeTimerSource(queue: DispatchQueue(label: "albumen.progress")))
        state.withLock { $0.meter.sample(at: Self.now) }
        let interval = DispatchTimeInterval.milliseconds(
            style == .bar ? Self.redrawIntervalInMilliseconds : Self.lineIntervalInMilliseconds)
        timer.withLock { timer in
            if style != .silent {
                timer.schedule(deadline: .now() + interval, repeating: interval)
                timer.setEventHandler { [weak self] in self?.draw() }
            }
            timer.activate()
        }
    }

    func set(total: ProgressMeter.Amount) {
        state.withLock { $0.meter.total = total }
    }

    func set(done: ProgressMeter.Amount) {
        state.withLock { $0.meter.done = done }
    }

    /// Shows the finished share of the current file, from 0 to 1.
    func set(share: Double) {
        state.withLock { $0.meter.share = share }
    }

    /// - Parameter isWork: Whether the amount took work. Otherwise, it doesn't affect the remaining time of other work.
    func advance(by amount: ProgressMeter.Amount, isWork: Bool = true) {
        state.withLock { $0.meter.advance(by: amount, isWork: isWork) }
    }

    /// Shows the progress of another part of the operation.
    ///
    /// - Parameters:
    ///   - verb: The verb of this part, such as "decoded".
    ///   - noun: The singular of the things that are counted.
    func show(_ verb: String, _ noun: String, done: ProgressMeter.Amount, total: ProgressMeter.Amount) {
        state.withLock { state in
            if state.meter.verb != verb {
                state.meter = ProgressMeter(verb: verb, noun: noun)
                state.meter.sample(at: Self.now)
            }
            (state.meter.done, state.meter.total) = (done, total)
        }
    }

    /// Writes a permanent line above the bar.
    func tell(_ line: String) {
        state.withLock { state in
            Self.clear(&state)
            StandardError.write(line: line)
        }
    }

    /// Removes the bar until it's drawn again, so that other text can be written.
    func clear() {
        state.withLock { Self.clear(&$0) }
    }

    /// Removes the bar permanently.
    func finish() {
        timer.withLock { $0.cancel() }
        state.withLock { state in
            Self.clear(&state)
            state.isFinished = true
        }
    }

    private func draw() {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.meter.sample(at: Self.now)
            if style == .bar {
                let line = state.meter.barLine(width: Terminal.width(STDERR_FILENO))
                StandardError.write("\r\u{1B}[K\(line)")
                state.isDrawn = true
            } else {
                StandardError.write(line: state.meter.plainLine)
            }
        }
    }

    private static func clear(_ state: inout State) {
        guard state.isDrawn else { return }
        StandardError.write("\r\u{1B}[K")
        state.isDrawn = false
    }

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000 }
}
