import CLittleCMS
import MediaRequests
import Synchronization

/// A conversion with lcms2 from a file's colours to sRGB: relative colorimetric with black point compensation. The
/// worker keeps it for the next file with the same profile.
// Unchecked because it doesn't use lcms2's cache, so it's immutable after `init`.
final class ColourConversion: @unchecked Sendable {
    /// Whether the conversion changes no value by more than one.
    let isIdentity: Bool
    private let transform: cmsHTRANSFORM

    private static let conversionLimit = 16
    private static let kept = Mutex<[Key: ColourConversion]>([:])

    private struct Key: Hashable {
        var colour: SourceColour
        var format: UInt32
        var copiesAlpha: Bool
    }

    /// Returns `nil` if the inks are unknown.
    static func conversion(from colour: SourceColour, _ raster: RasterFormat) -> ColourConversion? {
        let key = Key(colour: colour, format: format(of: raster), copiesAlpha: raster.alpha == .straight)
        if let conversion = kept.withLock({ $0[key] }) { return conversion }
        guard let conversion = ColourConversion(colour, raster) else { return nil }
        kept.withLock { kept in
            if kept.count >= conversionLimit { kept.removeAll() }
            kept[key] = conversion
        }
        return conversion
    }

    /// Ignores an invalid profile.
    private init?(_ colour: SourceColour, _ raster: RasterFormat) {
        guard let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        let isTagged = colour != .untagged
        guard
            let transform =
                (isTagged ? Self.transform(from: Self.profile(colour, raster.colours), to: target, raster) : nil)
                ?? Self.transform(from: Self.untagged(raster.colours), to: target, raster)
        else { return nil }
        self.transform = transform
        isIdentity = raster.colours == .rgb && raster.bytesPerSample == 1 && Self.changesNothing(transform, raster)
    }

    deinit {
        cmsDeleteTransform(transform)
    }

    /// Writes red, green and blue of `count` pixels, four bytes apart, and the alpha if the source has its own. The
    /// source and the destination can be the same memory if the source has four bytes per pixel, too.
    func convert(_ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, count: Int) {
        cmsDoTransform(transform, source, destination, UInt32(clamping: count))
    }

    private static func transform(
        from source: cmsHPROFILE?, to target: cmsHPROFILE, _ raster: RasterFormat
    ) -> cmsHTRANSFORM? {
        guard let source else { return nil }
        defer { cmsCloseProfile(source) }
        var flags = UInt32(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
        let isInPlace = raster.colours == .rgb && raster.bytesPerSample == 1
        if !isInPlace, raster.alpha == .straight { flags |= UInt32(cmsFLAGS_COPY_ALPHA) }
        return cmsCreateTransform(
            source, format(of: raster), target, rgba, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    }

    private static func profile(_ colour: SourceColour, _ colours: RasterFormat.Colours) -> cmsHPROFILE? {
        switch colour {
        case .untagged:
            return nil
        case .coded(let coded):
            return colours == .rgb ? coded.profile() : nil
        case .profile(let bytes):
            guard let profile = cmsOpenProfileFromMem(bytes, UInt32(clamping: bytes.count)) else { return nil }
            if cmsGetColorSpace(profile) == colours.signature { return profile }
            cmsCloseProfile(profile)
            return nil
        }
    }

    private static func untagged(_ colours: RasterFormat.Colours) -> cmsHPROFILE? {
        switch colours {
        case .rgb:
            return cmsCreate_sRGBProfile()
        case .grey:
            var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            guard let curve = cmsBuildParametricToneCurve(nil, 4, &parameters) else { return nil }
            defer { cmsFreeToneCurve(curve) }
            return cmsCreateGrayProfile(cmsD50_xyY(), curve)
        case .cmyk:
            return nil
        }
    }

    /// Tests the conversion with colours from the entire cube.
    private static func changesNothing(_ transform: cmsHTRANSFORM, _ raster: RasterFormat) -> Bool {
        guard raster.channelCount == 4 else { return false }
        let levels: [UInt8] = [0, 16, 40, 80, 128, 170, 210, 240, 255]
        var colours: [UInt8] = []
        for red in levels {
            for green in levels {
                for blue in levels { colours += [red, green, blue, 255] }
            }
        }
        var converted = colours
        cmsDoTransform(transform, colours, &converted, UInt32(colours.count / 4))
        return zip(colours, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    // lcms2 encodes a format as a number: bytes in bits 0–2, channels from bit 3, extra channels from bit 7,
    // inversion in bit 13, and the colour space from bit 16.
    private static let rgba = UInt32(PT_RGB) << 16 | 1 << 7 | 3 << 3 | 1

    private static func format(of raster: RasterFormat) -> UInt32 {
        let space: Int32 =
            switch raster.colours {
            case .grey: PT_GRAY
            case .rgb: PT_RGB
            case .cmyk: PT_CMYK
            }
        let further: UInt32 = raster.alpha == .none ? 0 : 1
        let inversion: UInt32 = raster.isInverted ? 1 : 0
        return UInt32(space) << 16 | inversion << 13 | further << 7 | UInt32(raster.colours.rawValue) << 3
            | UInt32(raster.bytesPerSample)
    }
}

extension RasterFormat.Colours {
    fileprivate var signature: cmsColorSpaceSignature {
        switch self {
        case .grey: cmsSigGrayData
        case .rgb: cmsSigRgbData
        case .cmyk: cmsSigCmykData
        }
    }
}

extension SourceColour {
    private static let profileLimitInBytes = 8 << 20

    /// Ignores a profile that is larger than any press needs.
    init(profile: UnsafeRawBufferPointer) {
        self = profile.isEmpty || profile.count > Self.profileLimitInBytes ? .untagged : .profile(Array(profile))
    }
}
