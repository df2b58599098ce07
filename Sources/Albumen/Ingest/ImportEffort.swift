/// Estimates the effort of importing a file, for progress bars. Efforts are comparable with each other, and have no
/// unit.
///
/// The numbers come from measurements in microseconds of processor time. Decoding a picture takes most of the time, so
/// a photo of 4 MB takes longer than a video of 20 MB.
struct ImportEffort: Sendable {
    private static let sidecar = 50.0
    private static let file = 4_000.0
    private static let byte = 0.003
    private static let picture = 12_000.0
    private static let pictureByte = 0.02

    /// Whether the import decodes pictures for thumbnails.
    let decodesPictures: Bool

    /// - Parameter size: The size in bytes.
    func effort(ofFileNamed name: String, size: Int64) -> Double {
        guard !IngestRules.isSidecar(name) else { return Self.sidecar }
        let reading = Self.file + Self.byte * Double(size)
        guard decodesPictures, IngestRules.isPictureName(name) else { return reading }
        return reading + Self.picture + Self.pictureByte * Double(size)
    }
}
