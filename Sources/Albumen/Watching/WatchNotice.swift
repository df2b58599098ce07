/// What a watch reports, in the order of the events.
package enum WatchNotice: Sendable, Equatable {
    /// A process that starts to watch has read the list. The paths are those of the watched folders.
    case watching([String])
    /// All files of a folder were compared with the library.
    case checked(String)
    /// A file was imported, or is refused for the first time.
    case file(IngestEvent)
    /// Files of a folder were imported together.
    case imported(files: Int, items: Int, folder: String)
    /// Something keeps a folder, or all of them, from being watched as usual. Reported once until it changes.
    case problem(String, folder: String?)
}
