/// The state of a scene. A program on Linux is always `active`, and nothing reports a change.
public enum ScenePhase: Int, Hashable, Comparable, Sendable {
    case background = 0
    case inactive = 1
    case active = 2

    public static func < (one: ScenePhase, other: ScenePhase) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// The appearance of an interface. A program on Linux has the light one.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    case light
    case dark
}
