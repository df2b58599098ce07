public import Foundation
import MediaRequests

/// A step that makes an image from others, with inputs by name.
///
/// `docs/graphs.md` lists the filters and their formulas. `CoreImage.CIFilterBuiltins` can't exist in Swift, so its typed
/// filters are members of this class. A filter isn't safe to use from several threads at once. Its output is.
open class CIFilter: NSObject {
    private var values: [String: Any] = [:]
    private let definition: FilterDefinition?
    private var ownName: String

    /// Creates a filter without inputs, for subclasses.
    public override init() {
        definition = nil
        ownName = ""
    }

    /// Creates a filter with its defaults.
    ///
    /// - Returns: `nil` if there's no filter of this name. There are fewer than on Apple's platforms.
    public init?(name: String) {
        guard let definition = FilterDefinition.all[name] else { return nil }
        self.definition = definition
        ownName = name
        values = definition.defaults
    }

    init(_ definition: FilterDefinition) {
        self.definition = definition
        ownName = definition.name
        values = definition.defaults
    }

    /// Creates a filter with values for some of its inputs.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        self.init(name: name)
        for (key, value) in params ?? [:] { setValue(value, forKey: key) }
    }

    /// Creates a filter with values for some of its inputs.
    public convenience init?(name: String, withInputParameters params: [String: Any]?) {
        self.init(name: name, parameters: params)
    }

    /// The filter's name, such as `CISepiaTone`.
    open var name: String {
        get { ownName }
        set { ownName = newValue }
    }

    /// The names of the inputs, `inputImage` first.
    open var inputKeys: [String] { definition?.keys ?? [] }
    /// The names of the outputs: `outputImage`.
    open var outputKeys: [String] { definition == nil ? [] : [kCIOutputImageKey] }

    /// The names of all filters, sorted.
    ///
    /// - Parameter category: `nil` or an empty string. There are no filters in other categories.
    open class func filterNames(inCategory category: String?) -> [String] {
        (category ?? "").isEmpty ? FilterDefinition.all.keys.sorted() : []
    }

    /// Gives all inputs except images their defaults.
    open func setDefaults() {
        for (key, value) in definition?.defaults ?? [:] { values[key] = value }
    }

    /// Sets an input. `nil` removes a value. A value of another type than the input's counts as the default.
    ///
    /// Apple's method ends the program if the filter has no such input. This method ignores the value.
    open func setValue(_ value: Any?, forKey key: String) {
        guard definition == nil || inputKeys.contains(key) else { return }
        values[key] = value
    }

    /// Returns the value of an input, or the output image.
    open func value(forKey key: String) -> Any? {
        key == kCIOutputImageKey ? outputImage : values[key]
    }

    /// The result, or `nil` if an input image is missing.
    open var outputImage: CIImage? {
        guard let definition, let image = values[kCIInputImageKey] as? CIImage else { return nil }
        return definition.apply(image, FilterValues(values: values, defaults: definition.defaults))
    }

    open override var description: String {
        "<\(name.isEmpty ? "CIFilter" : name)>"
    }
}

public let kCIInputImageKey = "inputImage"
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
public let kCIOutputImageKey = "outputImage"
public let kCIInputAngleKey = "inputAngle"
public let kCIInputAspectRatioKey = "inputAspectRatio"
public let kCIInputBrightnessKey = "inputBrightness"
public let kCIInputColorKey = "inputColor"
public let kCIInputContrastKey = "inputContrast"
public let kCIInputEVKey = "inputEV"
public let kCIInputIntensityKey = "inputIntensity"
public let kCIInputRadiusKey = "inputRadius"
public let kCIInputSaturationKey = "inputSaturation"
public let kCIInputScaleKey = "inputScale"
public let kCIInputTransformKey = "inputTransform"
