import CLittleCMS
import Foundation
import Testing

extension SampleFile {
    private static let rgb = UInt32(PT_RGB) << 16 | 3 << 3 | 2
    private static let lab = UInt32(PT_Lab) << 16 | 3 << 3 | 2

    /// A profile of a press whose inks are duller than light: a table of its colours in Lab for each mixture of its
    /// inks.
    static func press() throws -> [UInt8] {
        let source = try #require(cmsCreate_sRGBProfile())
        defer { cmsCloseProfile(source) }
        let target = try #require(cmsCreateLab4Profile(nil))
        defer { cmsCloseProfile(target) }
        let transform = try #require(
            cmsCreateTransform(source, rgb, target, lab, UInt32(INTENT_RELATIVE_COLORIMETRIC), 0))
        defer { cmsDeleteTransform(transform) }
        let press = try #require(cmsCreateProfilePlaceholder(nil))
        defer { cmsCloseProfile(press) }
        cmsSetProfileVersion(press, 4.3)
        cmsSetDeviceClass(press, cmsSigOutputClass)
        cmsSetColorSpace(press, cmsSigCmykData)
        cmsSetPCS(press, cmsSigLabData)
        let pipeline = try #require(cmsPipelineAlloc(nil, 4, 3))
        defer { cmsPipelineFree(pipeline) }
        let table = try #require(cmsStageAllocCLut16bit(nil, 9, 4, 3, nil))
        let sampler: cmsSAMPLER16 = { inks, colour, transform in
            guard let inks, let colour else { return 0 }
            let black: Double = 1 - 0.9 * Double(inks[3]) / 65_535
            var light: [UInt16] = []
            for index in 0..<3 {
                let ink = Double(inks[index]) / 65_535
                let share: Double = (1 - 0.85 * ink) * black
                light.append(UInt16(65_535 * share))
            }
            cmsDoTransform(transform, light, colour, 1)
            return 1
        }
        let isSampled: Int32 = cmsStageSampleCLut16bit(table, sampler, transform, 0)
        try #require(isSampled != 0)
        // The format wants curves before and behind the table.
        try #require(cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, cmsStageAllocToneCurves(nil, 4, nil)) != 0)
        try #require(cmsPipelineInsertStage(pipeline, cmsAT_END, table) != 0)
        try #require(cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nil, 3, nil)) != 0)
        try #require(cmsWriteTag(press, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)) != 0)
        var white = cmsD50_XYZ().pointee
        try #require(cmsWriteTag(press, cmsSigMediaWhitePointTag, &white) != 0)
        return try bytes(of: press)
    }
}
