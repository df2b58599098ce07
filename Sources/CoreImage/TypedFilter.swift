import Foundation

/// A filter whose inputs are properties. Each property stands for the input of its name.
final class TypedFilter: CIFilter {
    var inputImage: CIImage? {
        get { value(forKey: kCIInputImageKey) as? CIImage }
        set { setValue(newValue, forKey: kCIInputImageKey) }
    }

    var saturation: Float {
        get { number("inputSaturation") }
        set { setValue(Double(newValue), forKey: "inputSaturation") }
    }
    var brightness: Float {
        get { number("inputBrightness") }
        set { setValue(Double(newValue), forKey: "inputBrightness") }
    }
    var contrast: Float {
        get { number("inputContrast") }
        set { setValue(Double(newValue), forKey: "inputContrast") }
    }
    var rVector: CIVector {
        get { vector("inputRVector") }
        set { setValue(newValue, forKey: "inputRVector") }
    }
    var gVector: CIVector {
        get { vector("inputGVector") }
        set { setValue(newValue, forKey: "inputGVector") }
    }
    var bVector: CIVector {
        get { vector("inputBVector") }
        set { setValue(newValue, forKey: "inputBVector") }
    }
    var aVector: CIVector {
        get { vector("inputAVector") }
        set { setValue(newValue, forKey: "inputAVector") }
    }
    var biasVector: CIVector {
        get { vector("inputBiasVector") }
        set { setValue(newValue, forKey: "inputBiasVector") }
    }
    var ev: Float {
        get { number("inputEV") }
        set { setValue(Double(newValue), forKey: "inputEV") }
    }
    var power: Float {
        get { number("inputPower") }
        set { setValue(Double(newValue), forKey: "inputPower") }
    }
    var angle: Float {
        get { number("inputAngle") }
        set { setValue(Double(newValue), forKey: "inputAngle") }
    }
    var neutral: CIVector {
        get { vector("inputNeutral") }
        set { setValue(newValue, forKey: "inputNeutral") }
    }
    var targetNeutral: CIVector {
        get { vector("inputTargetNeutral") }
        set { setValue(newValue, forKey: "inputTargetNeutral") }
    }
    var amount: Float {
        get { number("inputAmount") }
        set { setValue(Double(newValue), forKey: "inputAmount") }
    }
    var radius: Float {
        get { number("inputRadius") }
        set { setValue(Double(newValue), forKey: "inputRadius") }
    }
    var shadowAmount: Float {
        get { number("inputShadowAmount") }
        set { setValue(Double(newValue), forKey: "inputShadowAmount") }
    }
    var highlightAmount: Float {
        get { number("inputHighlightAmount") }
        set { setValue(Double(newValue), forKey: "inputHighlightAmount") }
    }
    var point0: CGPoint {
        get { point("inputPoint0") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint0") }
    }
    var point1: CGPoint {
        get { point("inputPoint1") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint1") }
    }
    var point2: CGPoint {
        get { point("inputPoint2") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint2") }
    }
    var point3: CGPoint {
        get { point("inputPoint3") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint3") }
    }
    var point4: CGPoint {
        get { point("inputPoint4") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint4") }
    }
    var color: CIColor {
        get { colour("inputColor") }
        set { setValue(newValue, forKey: "inputColor") }
    }
    var intensity: Float {
        get { number("inputIntensity") }
        set { setValue(Double(newValue), forKey: "inputIntensity") }
    }
    var scale: Float {
        get { number("inputScale") }
        set { setValue(Double(newValue), forKey: "inputScale") }
    }
    var aspectRatio: Float {
        get { number("inputAspectRatio") }
        set { setValue(Double(newValue), forKey: "inputAspectRatio") }
    }

    private func number(_ key: String) -> Float { Float(value(forKey: key).flatMap(FilterInput.number) ?? 0) }
    private func vector(_ key: String) -> CIVector { value(forKey: key) as? CIVector ?? CIVector() }
    private func point(_ key: String) -> CGPoint { vector(key).cgPointValue }
    private func colour(_ key: String) -> CIColor { value(forKey: key) as? CIColor ?? CIColor() }
}

extension TypedFilter: CIColorControls,
    CIColorMatrix,
    CIExposureAdjust,
    CIGammaAdjust,
    CIHueAdjust,
    CITemperatureAndTint,
    CIVibrance,
    CIHighlightShadowAdjust,
    CIToneCurve,
    CIColorInvert,
    CIColorMonochrome,
    CISepiaTone,
    CIPhotoEffect,
    CIGaussianBlur,
    CIUnsharpMask,
    CIVignette,
    CIStraighten,
    CILanczosScaleTransform
{}
