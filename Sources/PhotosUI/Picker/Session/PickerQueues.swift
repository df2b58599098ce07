import PhotoLibrary

/// The threads on which pickers wait for a server.
enum PickerQueues {
    /// Creates picks and waits for their changes, one thread for each presented picker.
    static let sessions = WorkQueue(name: "albumen.picker", threadLimit: 8)
    /// Changes and deletes picks, one after another.
    static let changes = WorkQueue(name: "albumen.picks", threadLimit: 1)
    /// Waits until the user has edited a selection. Requests come one after another, as their pages would.
    static let selections = WorkQueue(name: "albumen.selections", threadLimit: 1)
    /// Loads files.
    static let transfers = WorkQueue(name: "albumen.picked", threadLimit: 4)
}
