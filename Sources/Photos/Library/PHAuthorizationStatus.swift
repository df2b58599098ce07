/// What the user allowed the app.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user was never asked.
    case notDetermined = 0
    /// The app has no access, and the user cannot change that.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// The user said yes.
    case authorized = 3
    /// The app sees the assets that the user chose for it.
    case limited = 4
}

/// What an app asks to do.
public enum PHAccessLevel: Int, Sendable {
    /// Add assets, see none.
    case addOnly = 1
    /// See and change assets.
    case readWrite = 2
}
