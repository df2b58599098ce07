/// The staged files of an edit that an import found beside their original.
package struct EditArrival: Sendable {
    package let edit: TakenEdit
    package let files: EditFiles
    /// Whether the library had lost bytes of the same edit.
    package var healsLoss = false

    package init(edit: TakenEdit, files: EditFiles, healsLoss: Bool = false) {
        self.edit = edit
        self.files = files
        self.healsLoss = healsLoss
    }
}
