/// The times of a watch. Tests use short ones.
package struct WatchTiming: Sendable {
    /// How long a file's size and dates stay the same before it counts as complete.
    package var settling = Duration.seconds(3)
    /// The same on network file systems, and for a file of which the kernel can't say whether a program writes it.
    package var longSettling = Duration.seconds(30)
    /// The longest time for which a complete file waits for others, to be imported together with them.
    package var longestWait = Duration.seconds(15)
    /// The longest pause between two looks at a file that a program has open for writing.
    package var longestPause = Duration.seconds(60)
    /// How often all files of a folder on a local disk are looked at, in case a notification was lost.
    package var localRescan = Duration.seconds(3600)
    /// How often those of a folder are looked at that sends no notifications.
    package var remoteRescan = Duration.seconds(300)
    /// The first and the longest pause before a missing folder, or one whose import failed, is tried again.
    package var firstRetry = Duration.seconds(10)
    package var longestRetry = Duration.seconds(600)
    /// How often a lock is tried that another process has.
    package var lockRetry = Duration.seconds(15)

    package init() {}
}
