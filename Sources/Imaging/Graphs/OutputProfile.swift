import CLittleCMS
import MediaRequests

/// The colour profiles of rendered files.
enum OutputProfile {
    /// Returns the bytes of a profile. They are the same at all times.
    static func bytes(_ space: GraphRequest.ColourSpace) throws(MediaError) -> [UInt8] {
        guard let profile = profile(space) else { throw failure }
        defer { cmsCloseProfile(profile) }
        var count: UInt32 = 0
        guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { throw failure }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard cmsSaveProfileToMem(profile, &bytes, &count) != 0, bytes.count > 128 else { throw failure }
        // lcms2 writes the time: 2024-01-01 00:00:00 instead.
        for (offset, byte) in [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0].enumerated() {
            bytes[24 + offset] = UInt8(byte)
        }
        return bytes
    }

    private static let failure = MediaError(.exhausted, "The colour profile of the result can't be made.")

    private static func profile(_ space: GraphRequest.ColourSpace) -> cmsHPROFILE? {
        var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        guard let curve = cmsBuildParametricToneCurve(nil, 4, &parameters) else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        let isWide = space == .displayP3
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: isWide ? 0.68 : 0.64, y: isWide ? 0.32 : 0.33, Y: 1),
            Green: cmsCIExyY(x: isWide ? 0.265 : 0.3, y: isWide ? 0.69 : 0.6, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard let profile = cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
        describe(profile, isWide ? "Display P3" : "sRGB")
        return profile
    }

    private static func describe(_ profile: cmsHPROFILE, _ name: String) {
        guard let text = cmsMLUalloc(nil, 1) else { return }
        defer { cmsMLUfree(text) }
        if cmsMLUsetASCII(text, "en", "US", name) != 0 {
            cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
        }
    }
}
