import Foundation
import PhotoLibrary
import Pixels
import Records

/// A client's options, read once and converted to the engine's types.
struct ImageRequestSettings: Sendable {
    /// The crop of a request. Few requests have one, so it's stored outside of the settings, which wait with the request.
    indirect enum Crop: Equatable {
        case none
        case rectangle(CGRect)

        var rectangle: CGRect {
            switch self {
            case .none: .zero
            case .rectangle(let rectangle): rectangle
            }
        }
    }

    let version: AssetVersion
    var delivery: ImageRequest.Delivery
    let resizeMode: ImageResizeMode
    let crop: Crop
    var isSynchronous: Bool
    let allowsSecondaryDegraded: Bool
    let allowsNetwork: Bool
    let range: DynamicRange
    let progressHandler: UncheckedSendable<PHAssetImageProgressHandler>?

    init(_ options: PHImageRequestOptions?) {
        let options = options ?? PHImageRequestOptions()
        version = AssetVersion(options.version)
        delivery = ImageRequest.Delivery(options.deliveryMode)
        resizeMode = ImageResizeMode(options.resizeMode)
        let isCropped = resizeMode == .exact && options.normalizedCropRect != .zero
        crop = isCropped ? .rectangle(options.normalizedCropRect) : .none
        isSynchronous = options.isSynchronous
        allowsSecondaryDegraded = options.allowSecondaryDegradedImage
        allowsNetwork = options.isNetworkAccessAllowed
        // With a headroom of 1, everything is tone mapped to SDR.
        range =
            options.preferHDR && options.targetHDRHeadroom != 1
            ? .high(headroom: Double(options.targetHDRHeadroom)) : .standard
        // Without network access, there is no progress to report.
        progressHandler =
            options.isNetworkAccessAllowed ? options.progressHandler.map { UncheckedSendable($0) } : nil
    }

    /// - Throws: `RequestFailure` if the target size is neither positive nor zero.
    func layout(
        of source: PixelSize, targetSize: CGSize, contentMode: PHImageContentMode
    ) throws -> ImageLayout {
        if targetSize == PHImageManagerMaximumSize { return ImageLayout(wholeOf: source, crop: crop.rectangle) }
        if targetSize == .zero { return ImageLayout(smallestOf: source) }
        let layout = ImageLayout(
            source: source, target: targetSize, contentMode: ImageContentMode(contentMode), resizeMode: resizeMode,
            crop: crop.rectangle)
        guard let layout else { throw RequestFailure.targetSize(targetSize) }
        return layout
    }
}

extension AssetVersion {
    fileprivate init(_ version: PHImageRequestOptionsVersion) {
        switch version {
        case .current: self = .current
        case .unadjusted: self = .unadjusted
        case .original: self = .original
        }
    }
}

extension ImageRequest.Delivery {
    fileprivate init(_ mode: PHImageRequestOptionsDeliveryMode) {
        switch mode {
        case .opportunistic: self = .opportunistic
        case .highQualityFormat: self = .highQuality
        case .fastFormat: self = .fast
        }
    }
}

extension ImageResizeMode {
    fileprivate init(_ mode: PHImageRequestOptionsResizeMode) {
        switch mode {
        case .none: self = .none
        case .fast: self = .fast
        case .exact: self = .exact
        }
    }
}

extension ImageContentMode {
    fileprivate init(_ mode: PHImageContentMode) {
        switch mode {
        case .aspectFit: self = .aspectFit
        case .aspectFill: self = .aspectFill
        }
    }
}
