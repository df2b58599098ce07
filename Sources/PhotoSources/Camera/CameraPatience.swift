/// How long an import waits for a camera. A stuck driver is ended afterwards.
package struct CameraPatience: Sendable {
    /// The longest time without any sign of the driver.
    package var silence: Duration
    /// The longest time for a folder, or for a file without bytes.
    package var work: Duration
    /// The least speed of a file's bytes, in bytes per second.
    package var bytesPerSecond: Int64
    /// How often the program is started again after it ended or was stuck.
    package var restartLimit: Int

    package init(
        silence: Duration = .seconds(180), work: Duration = .seconds(900), bytesPerSecond: Int64 = 100_000,
        restartLimit: Int = 3
    ) {
        self.silence = silence
        self.work = work
        self.bytesPerSecond = bytesPerSecond
        self.restartLimit = restartLimit
    }

    /// Returns the longest time for a file.
    func time(forBytes count: Int64) -> Duration { work + .seconds(max(0, count) / max(1, bytesPerSecond)) }
}
