import CLibGPhoto2

/// The callbacks of the driver. They report that it's working on a long call.
final class DriverContext {
    private static let interval: Duration = .seconds(2)

    let pointer: OpaquePointer?
    private let reportWork: () -> Void
    private var lastReport = ContinuousClock.now

    init(reportWork: @escaping () -> Void) {
        self.reportWork = reportWork
        pointer = gp_context_new()
        gp_context_set_progress_funcs(
            pointer, { _, _, _, _ in 0 },
            { _, _, _, data in
                if let data { Unmanaged<DriverContext>.fromOpaque(data).takeUnretainedValue().work() }
            },
            { _, _, _ in }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { gp_context_unref(pointer) }

    private func work() {
        guard lastReport.duration(to: .now) >= Self.interval else { return }
        lastReport = .now
        reportWork()
    }
}
