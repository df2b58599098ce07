/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The identifier of no task.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The background tasks of a program.
struct BackgroundTasks {
    private(set) var current: Set<UIBackgroundTaskIdentifier> = []
    private var last = 0

    mutating func begin() -> UIBackgroundTaskIdentifier {
        last += 1
        let identifier = UIBackgroundTaskIdentifier(rawValue: last)
        current.insert(identifier)
        return identifier
    }

    mutating func end(_ identifier: UIBackgroundTaskIdentifier) {
        current.remove(identifier)
    }
}
