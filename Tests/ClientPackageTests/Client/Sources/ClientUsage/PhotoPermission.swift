import Photos

extension PHAuthorizationStatus {
    /// What a settings page says.
    var explanation: String {
        switch self {
        case .notDetermined: return "Not asked yet"
        case .restricted: return "Restricted on this device"
        case .denied: return "Not allowed"
        case .authorized: return "All photos"
        case .limited: return "Selected photos"
        @unknown default: return "Unknown"
        }
    }
}

extension PHPhotoLibrary {
    static var canBeShown: Bool {
        let status: PHAuthorizationStatus = authorizationStatus(for: .readWrite)
        return status == .authorized || status == .limited
    }
}

/// Asks before the first photo is shown or saved.
final class PhotoPermission {
    enum Answer {
        case granted, refused
    }

    private let level: PHAccessLevel

    init(onlyToSave: Bool) {
        level = onlyToSave ? .addOnly : .readWrite
    }

    func ask(_ completion: @escaping (Answer) -> Void) {
        guard PHPhotoLibrary.authorizationStatus(for: level) == .notDetermined else {
            return completion(PHPhotoLibrary.canBeShown ? .granted : .refused)
        }
        PHPhotoLibrary.requestAuthorization(for: level) { status in
            DispatchQueue.main.async {
                completion(status == .authorized || status == .limited ? .granted : .refused)
            }
        }
    }

    /// As apps did before access could be limited.
    func askAsBefore(_ completion: @escaping (Bool) -> Void) {
        if PHPhotoLibrary.authorizationStatus() == .authorized { return completion(true) }
        PHPhotoLibrary.requestAuthorization { status in
            DispatchQueue.main.async { completion(status == .authorized) }
        }
    }

    func ask() async -> Bool {
        let status = await PHPhotoLibrary.requestAuthorization(for: level)
        return status != .denied && status != .restricted
    }
}
