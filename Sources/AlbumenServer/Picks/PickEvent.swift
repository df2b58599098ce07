/// A message to the page of a session.
enum PickEvent: Sendable, Equatable {
    /// The session's document has changed.
    case document
    /// Scroll to the initial position.
    case scroll
    case zoom(isIn: Bool)
    case ended(reason: String)
    case heartbeat
}
