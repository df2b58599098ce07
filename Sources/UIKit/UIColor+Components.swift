public import CoreImage
public import Foundation

extension UIColor {
    /// Stores the components in sRGB. They can be outside of 0 to 1.
    ///
    /// - Returns: `true`, because all colours convert to sRGB.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// Stores the hue, saturation and brightness, each from 0 to 1. The hue of a grey is 0.
    ///
    /// - Returns: `true`, because all colours convert.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        let hsb = ColorMath.hsb(red: components.red, green: components.green, blue: components.blue)
        hue?.pointee = hsb.hue
        saturation?.pointee = hsb.saturation
        brightness?.pointee = hsb.brightness
        alpha?.pointee = components.alpha
        return true
    }

    /// Stores the grey and the opacity.
    ///
    /// - Returns: `false`, without storing anything, if the red, green and blue components differ.
    @discardableResult
    public func getWhite(
        _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        guard components.red == components.green, components.green == components.blue else { return false }
        white?.pointee = components.red
        alpha?.pointee = components.alpha
        return true
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
