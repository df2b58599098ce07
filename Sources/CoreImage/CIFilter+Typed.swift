extension CIFilter {
    private static func typed(_ name: String) -> TypedFilter {
        guard let definition = FilterDefinition.all[name] else {
            preconditionFailure("The filter \(name) isn't defined.")
        }
        return TypedFilter(definition)
    }

    /// Creates `CIColorControls` with typed inputs.
    public class func colorControls() -> any CIFilter & CIColorControls { typed("CIColorControls") }
    /// Creates `CIColorMatrix` with typed inputs.
    public class func colorMatrix() -> any CIFilter & CIColorMatrix { typed("CIColorMatrix") }
    /// Creates `CIExposureAdjust` with typed inputs.
    public class func exposureAdjust() -> any CIFilter & CIExposureAdjust { typed("CIExposureAdjust") }
    /// Creates `CIGammaAdjust` with typed inputs.
    public class func gammaAdjust() -> any CIFilter & CIGammaAdjust { typed("CIGammaAdjust") }
    /// Creates `CIHueAdjust` with typed inputs.
    public class func hueAdjust() -> any CIFilter & CIHueAdjust { typed("CIHueAdjust") }
    /// Creates `CITemperatureAndTint` with typed inputs.
    public class func temperatureAndTint() -> any CIFilter & CITemperatureAndTint { typed("CITemperatureAndTint") }
    /// Creates `CIVibrance` with typed inputs.
    public class func vibrance() -> any CIFilter & CIVibrance { typed("CIVibrance") }
    /// Creates `CIHighlightShadowAdjust` with typed inputs.
    public class func highlightShadowAdjust() -> any CIFilter & CIHighlightShadowAdjust {
        typed("CIHighlightShadowAdjust")
    }
    /// Creates `CIToneCurve` with typed inputs.
    public class func toneCurve() -> any CIFilter & CIToneCurve { typed("CIToneCurve") }
    /// Creates `CIColorInvert` with typed inputs.
    public class func colorInvert() -> any CIFilter & CIColorInvert { typed("CIColorInvert") }
    /// Creates `CIColorMonochrome` with typed inputs.
    public class func colorMonochrome() -> any CIFilter & CIColorMonochrome { typed("CIColorMonochrome") }
    /// Creates `CISepiaTone` with typed inputs.
    public class func sepiaTone() -> any CIFilter & CISepiaTone { typed("CISepiaTone") }
    /// Creates `CIPhotoEffectMono` with typed inputs.
    public class func photoEffectMono() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectMono") }
    /// Creates `CIPhotoEffectNoir` with typed inputs.
    public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectNoir") }
    /// Creates `CIPhotoEffectTonal` with typed inputs.
    public class func photoEffectTonal() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectTonal") }
    /// Creates `CIPhotoEffectChrome` with typed inputs.
    public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectChrome") }
    /// Creates `CIPhotoEffectFade` with typed inputs.
    public class func photoEffectFade() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectFade") }
    /// Creates `CIPhotoEffectInstant` with typed inputs.
    public class func photoEffectInstant() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectInstant") }
    /// Creates `CIPhotoEffectProcess` with typed inputs.
    public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectProcess") }
    /// Creates `CIPhotoEffectTransfer` with typed inputs.
    public class func photoEffectTransfer() -> any CIFilter & CIPhotoEffect { typed("CIPhotoEffectTransfer") }
    /// Creates `CIGaussianBlur` with typed inputs.
    public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { typed("CIGaussianBlur") }
    /// Creates `CIUnsharpMask` with typed inputs.
    public class func unsharpMask() -> any CIFilter & CIUnsharpMask { typed("CIUnsharpMask") }
    /// Creates `CIVignette` with typed inputs.
    public class func vignette() -> any CIFilter & CIVignette { typed("CIVignette") }
    /// Creates `CIStraightenFilter` with typed inputs.
    public class func straighten() -> any CIFilter & CIStraighten { typed("CIStraightenFilter") }
    /// Creates `CILanczosScaleTransform` with typed inputs.
    public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
        typed("CILanczosScaleTransform")
    }
}
