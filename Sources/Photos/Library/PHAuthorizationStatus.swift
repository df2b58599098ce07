/// The access that the user gave the app.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user hasn't been asked yet.
    case notDetermined = 0
    /// The app has no access, and the user can't change that.
    case restricted = 1
    /// The user denied access.
    case denied = 2
    /// The user allowed access.
    case authorized = 3
    /// The app can see the assets that the user chose for it.
    case limited = 4
}

/// The level of access that an app requests.
public enum PHAccessLevel: Int, Sendable {
    /// Adding assets without reading any.
    case addOnly = 1
    /// Reading and changing assets.
    case readWrite = 2
}
