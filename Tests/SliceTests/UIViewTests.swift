import Foundation
import Testing
import UIKit

@MainActor
@Suite struct UIViewTests {
    @Test func `bounds and center follow the frame`() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
        #expect(view.center == CGPoint(x: 60, y: 45))
        view.bounds = CGRect(x: 5, y: 5, width: 50, height: 20)
        #expect(view.frame == CGRect(x: 35, y: 35, width: 50, height: 20))
        #expect(view.bounds.origin == CGPoint(x: 5, y: 5))
        view.center = .zero
        #expect(view.frame.origin == CGPoint(x: -25, y: -10))
        #expect(UIView().frame == .zero)
    }

    @Test func `a view has one superview`() {
        let (first, second, child) = (UIView(), UIView(), UIView())
        first.addSubview(child)
        #expect(child.superview === first)
        second.addSubview(child)
        #expect(first.subviews.isEmpty)
        #expect(second.subviews == [child])
        child.removeFromSuperview()
        #expect(child.superview == nil)
        #expect(second.subviews.isEmpty)
    }

    @Test func `a frame survives coding`() throws {
        let coder = NSKeyedArchiver(requiringSecureCoding: false)
        UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).encode(with: coder)
        coder.finishEncoding()
        let decoder = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        decoder.requiresSecureCoding = false
        #expect(UIView(coder: decoder)?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    }
}
