// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MediaRequests

/// H.264 of at most 426 by 240 pixels.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 of at most 640 by 360 pixels.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 in the size of the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC in the size of the source. HDR stays HDR.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264 that fits in 640 by 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 that fits in 960 by 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 that fits in 1280 by 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 that fits in 1920 by 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 that fits in 3840 by 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC that fits in 1920 by 1080 pixels. HDR stays HDR.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC that fits in 3840 by 2160 pixels. HDR stays HDR.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// ProRes 422 and uncompressed sound in the size of the source.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// The source's samples, copied without encoding.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// The presets and their exports.
enum ExportPreset {
    /// Apple's names and the engine's, in the order of `AVAssetExportSession.allExportPresets()`.
    private static let engineNames: KeyValuePairs = [
        AVAssetExportPresetLowQuality: "lowQuality",
        AVAssetExportPresetMediumQuality: "mediumQuality",
        AVAssetExportPresetHighestQuality: "highestQuality",
        AVAssetExportPresetHEVCHighestQuality: "hevcHighestQuality",
        AVAssetExportPreset640x480: "640x480",
        AVAssetExportPreset960x540: "960x540",
        AVAssetExportPreset1280x720: "1280x720",
        AVAssetExportPreset1920x1080: "1920x1080",
        AVAssetExportPreset3840x2160: "3840x2160",
        AVAssetExportPresetHEVC1920x1080: "hevc1920x1080",
        AVAssetExportPresetHEVC3840x2160: "hevc3840x2160",
        AVAssetExportPresetAppleProRes422LPCM: "proRes422",
        AVAssetExportPresetPassthrough: "passthrough",
    ]

    static let names = engineNames.map(\.key).filter { export($0) != nil }

    static func export(_ name: String) -> VideoExport? {
        engineNames.first { $0.key == name }.flatMap { VideoExport.presets[$0.value] }
    }

    /// Returns the file types into which an asset can be exported.
    static func fileTypes(_ export: VideoExport, of source: ExportSource?) -> [AVFileType] {
        let types: [AVFileType] = [.mov, .mp4, .m4v]
        return types.filter { type in
            guard let container = MovieContainer(type) else { return false }
            let video =
                switch export.video {
                case .copy: source?.videoCodec
                case .h264: "h264"
                case .hevc: "hevc"
                case .proRes422: "prores"
                }
            let audio: String? =
                switch export.audio {
                case .copy: source?.audioCodec
                case .aac: "aac"
                case .linearPCM: "pcm_s16le"
                case .none: nil
                }
            return container.holds(videoCodec: video, audioCodec: audio)
        }
    }
}

extension MovieContainer {
    init?(_ type: AVFileType) {
        switch type {
        case .mov: self = .mov
        case .mp4: self = .mp4
        case .m4v: self = .m4v
        default: return nil
        }
    }
}
