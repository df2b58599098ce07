// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation

/// The key of a Boolean option of ``AVURLAsset``. It has no effect, because durations are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An asset of a file.
///
/// The worker reads the file when a property is used for the first time. Only file URLs work: for other URLs,
/// `load(_:)` throws ``AVError/operationNotSupportedForAsset``.
open class AVURLAsset: AVAsset {
    /// The URL of the file.
    public let url: URL
    let options: [String: Any]?
    let file: MovieFile

    /// - Parameters:
    ///   - URL: The URL of a file.
    ///   - options: Options such as ``AVURLAssetPreferPreciseDurationAndTimingKey``, which have no effect.
    public init(url URL: URL, options: [String: Any]? = nil) {
        let file = MovieFile(url: URL)
        url = URL
        self.file = file
        self.options = options
        super.init(AssetContent { MovieFileReading.facts(of: file) })
    }

    /// - Parameters:
    ///   - permit: The permission to read the file. It's checked before each use of the file, and again before a result
    ///     of the use is returned.
    ///   - remote: How to get bytes that aren't on this machine, or `nil` for a complete file.
    package convenience init(url URL: URL, permit: MoviePermit, remote: RemoteMovie? = nil) {
        self.init(MovieFile(url: URL, permit: permit, remote: remote))
    }

    init(_ file: MovieFile) {
        url = file.url
        self.file = file
        options = nil
        super.init(AssetContent { MovieFileReading.facts(of: file) })
    }

    override var permits: [MoviePermit] { file.permit.map { [$0] } ?? [] }

    /// Two assets are equal if they're of the same file.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVURLAsset else { return false }
        return url == other.url
    }

    open override var hash: Int { url.hashValue }

    /// Returns the file types that can be opened.
    open class func audiovisualTypes() -> [AVFileType] {
        [
            .mov, .mp4, .m4v, .mobile3GPP, .mobile3GPP2, AVFileType("public.avi"), AVFileType("org.matroska.mkv"),
            AVFileType("org.webmproject.webm"), AVFileType("public.mpeg"),
            AVFileType("public.mpeg-2-transport-stream"), AVFileType("public.avchd-mpeg-2-transport-stream"),
        ]
    }

    /// Returns the MIME types that can be opened.
    open class func audiovisualMIMETypes() -> [String] {
        [
            "video/quicktime", "video/mp4", "video/x-m4v", "video/3gpp", "video/3gpp2", "video/avi", "video/x-matroska",
            "video/webm", "video/mpeg", "video/mp2t",
        ]
    }
}
