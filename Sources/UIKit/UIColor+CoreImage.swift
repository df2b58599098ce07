public import CoreImage
public import UIKitCore

extension UIColor {
    /// Creates a colour from a Core Image colour.
    public convenience init(ciColor: CIColor) {
        self.init(cgColor: CGColor(red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha))
    }
}

extension CIColor {
    /// Creates a Core Image colour in sRGB.
    public convenience init(color: UIColor) {
        let components = color.components
        self.init(
            red: components.red, green: components.green, blue: components.blue, alpha: components.alpha)
    }
}
