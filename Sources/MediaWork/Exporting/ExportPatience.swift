/// The time limits of a host for an export. The time in which `FrameEditing.process` runs doesn't count.
package struct ExportPatience: Sendable {
    /// The longest time without progress.
    package var timeWithoutProgressInMilliseconds: Int32 = 60_000
    /// The longest time without progress if frames are edited, because a graph can take long.
    package var timeWithoutFrameInMilliseconds: Int32 = 300_000

    package init() {}
}
