/// The staged files of an edit that an import found beside their original.
package struct EditArrival: Sendable {
    let edit: TakenEdit
    let files: EditFiles
    /// Whether the library had lost bytes of the same edit.
    var healsLoss = false
}
