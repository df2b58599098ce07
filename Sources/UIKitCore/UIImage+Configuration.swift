public import Foundation

extension UIImage {
    /// The attributes with which an interface chooses an image's variant.
    // Unchecked because the class is open. It has no stored properties.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        public override init() {}

        /// Returns the configuration itself, because it's immutable.
        open func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// The attributes of a symbol image.
    ///
    /// It's only a value, because there are no symbol images: `UIImage(systemName:)` returns `nil`.
    // Unchecked because the class is open. Its stored properties are constant.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        private let values: [String: Double]

        private init(_ values: [String: Double]) {
            self.values = values
        }

        public convenience init(scale: SymbolScale) {
            self.init(["scale": Double(scale.rawValue)])
        }

        public convenience init(weight: SymbolWeight) {
            self.init(["weight": Double(weight.rawValue)])
        }

        public convenience init(pointSize: CGFloat) {
            self.init(["pointSize": Double(pointSize)])
        }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
            self.init(["pointSize": Double(pointSize), "weight": Double(weight.rawValue)])
        }

        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            self.init([
                "pointSize": Double(pointSize), "weight": Double(weight.rawValue), "scale": Double(scale.rawValue),
            ])
        }

        /// Returns whether both configurations have the same attributes.
        open override func isEqual(_ object: Any?) -> Bool {
            (object as? SymbolConfiguration).map { values == $0.values } ?? false
        }

        open override var hash: Int { values.hashValue }
    }

    /// The size of a symbol image relative to its text.
    public enum SymbolScale: Int, Sendable {
        case `default` = -1
        case unspecified = 0
        case small = 1
        case medium = 2
        case large = 3
    }

    /// The weight of a symbol image.
    public enum SymbolWeight: Int, Sendable {
        case unspecified = 0
        case ultraLight = 1
        case thin = 2
        case light = 3
        case regular = 4
        case medium = 5
        case semibold = 6
        case bold = 7
        case heavy = 8
        case black = 9
    }

    /// The configuration, if it's one of a symbol image.
    public var symbolConfiguration: SymbolConfiguration? { configuration as? SymbolConfiguration }

    /// Whether the image is a symbol image: `false`.
    public var isSymbolImage: Bool { false }
}
