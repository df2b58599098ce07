/// The reason why a picker calls its delegate. The results alone don't tell a failure from an empty selection.
package enum PickerOutcome: Sendable {
    /// The user confirmed or changed the selection.
    case chosen
    case cancelled
    /// The user wants to choose a file of the device instead. Only if the request offers it.
    case files
    /// The page couldn't be shown, or it expired.
    case failed
}
