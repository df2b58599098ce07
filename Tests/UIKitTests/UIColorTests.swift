import Testing
import UIKit

@testable import UIKit

@Suite struct UIColorTests {
    @Test func `a colour returns the components that it was created from`() {
        let colour = UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8)
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(colour.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        #expect([red, green, blue, alpha] == [0.2, 0.4, 0.6, 0.8])
        #expect(colour.cgColor.components == [0.2, 0.4, 0.6, 0.8])
        colour.getRed(nil, green: nil, blue: nil, alpha: nil)
        #expect(UIColor(red: 0, green: 0, blue: 0, alpha: 7).cgColor.alpha == 1)
    }

    private typealias Hue = (UIColor, hue: CGFloat, saturation: CGFloat, brightness: CGFloat)

    private static let hues: [Hue] = [
        (UIColor.red, 0, 1, 1), (UIColor.green, 1.0 / 3, 1, 1), (UIColor.blue, 2.0 / 3, 1, 1),
        (UIColor.magenta, 5.0 / 6, 1, 1), (UIColor.gray, 0, 0, 0.5), (UIColor.black, 0, 0, 0),
        (UIColor(red: 0.5, green: 0.25, blue: 0.25, alpha: 1), 0, 0.5, 0.5),
    ]

    @Test(arguments: hues)
    func `hue, saturation and brightness convert in both directions`(
        colour: UIColor, hue: CGFloat, saturation: CGFloat, brightness: CGFloat
    ) {
        var found: (hue: CGFloat, saturation: CGFloat, brightness: CGFloat) = (-1, -1, -1)
        #expect(colour.getHue(&found.hue, saturation: &found.saturation, brightness: &found.brightness, alpha: nil))
        #expect(abs(found.hue - hue) < 1e-9 && abs(found.saturation - saturation) < 1e-9)
        #expect(abs(found.brightness - brightness) < 1e-9)
        let again = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 1).components
        let wanted = colour.components
        #expect(abs(again.red - wanted.red) + abs(again.green - wanted.green) + abs(again.blue - wanted.blue) < 1e-9)
    }

    @Test func `a grey has one component, and differs from the same colour in sRGB`() {
        var (white, alpha): (CGFloat, CGFloat) = (0, 0)
        #expect(UIColor.white.withAlphaComponent(0.5).getWhite(&white, alpha: &alpha) && white == 1 && alpha == 0.5)
        #expect(!UIColor.red.getWhite(&white, alpha: &alpha) && white == 1)
        #expect(UIColor.white.cgColor.numberOfComponents == 2)
        #expect(UIColor.white != UIColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1) && UIColor.red != UIColor.blue)
        #expect(Set([UIColor.red, .red, .clear]).count == 2)
    }

    @Test func `a colour of Display P3 keeps its grey and exceeds sRGB's red`() {
        let grey = UIColor(displayP3Red: 0.5, green: 0.5, blue: 0.5, alpha: 1).components
        #expect(abs(grey.red - 0.5) < 1e-6 && abs(grey.blue - 0.5) < 1e-6)
        let red = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1).components
        #expect(abs(red.red - 1.0931) < 1e-3 && abs(red.green + 0.2267) < 1e-3 && abs(red.blue + 0.1501) < 1e-3)
    }

    @Test func `colours convert to Core Image and to an archive`() throws {
        let colour = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        #expect(CIColor(color: colour) == CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(UIColor(ciColor: CIColor(color: colour)) == colour)
        for value in [colour, .white] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data) == value)
        }
    }

    @Test func `a dynamic colour has its light value`() {
        #expect(UIColor { $0.userInterfaceStyle == .dark ? .white : .red } == .red)
        #expect(UIColor.label.resolvedColor(with: .current).cgColor.components == [0, 0, 0, 1])
        #expect(UIColor.systemBlue == UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1))
        #expect(UIColor(named: "accent") == nil)
    }

    @Test func `a dynamic colour has the value for its thread's environment`() {
        let dynamic: @Sendable (UITraitCollection) -> UIColor = { $0.userInterfaceStyle == .dark ? .white : .red }
        let original = UITraitCollection.current
        UITraitCollection.current = UITraitCollection(userInterfaceStyle: .dark)
        #expect(UIColor(dynamicProvider: dynamic) == .white)
        UITraitCollection.current = original
        #expect(UIColor(dynamicProvider: dynamic) == .red && UITraitCollection.current.userInterfaceStyle == .light)
    }

    @Test func `a subclass overrides conversions and drawing`() {
        final class Accent: UIColor, @unchecked Sendable {
            override var cgColor: CGColor { UIColor.green.cgColor }
            override func withAlphaComponent(_ alpha: CGFloat) -> UIColor { .blue }
            override func setFill() { UIColor.red.setFill() }
            override func getWhite(
                _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
            ) -> Bool {
                white?.pointee = 0.25
                return true
            }
        }
        let colour: UIColor = Accent(white: 0, alpha: 1)
        var white: CGFloat = 0
        #expect(colour.getWhite(&white, alpha: nil) && white == 0.25 && colour.withAlphaComponent(1) == .blue)
        #expect(CIColor(color: colour) == CIColor(red: 0, green: 1, blue: 0))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: .onePixelPerPoint).image { _ in
            colour.set()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(image.pixels == [255, 0, 0, 255])
    }

    @Test func `a colour fills the current context, and nothing without one`() throws {
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: .onePixelPerPoint).image { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 1))
            UIRectClip(CGRect(x: 1, y: 0, width: 1, height: 1))
            UIColor.clear.set()
            UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(image.pixels == [255, 0, 0, 255, 0, 0, 0, 0])
    }
}
