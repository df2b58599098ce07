import Foundation
import Testing
import UIKit

@MainActor
@Suite struct UIViewControllerTests {
    private final class Recorder: UIViewController {
        var calls: [String] = []

        override func viewDidLoad() { calls.append("load") }
        override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(isBeingPresented)") }
        override func viewDidAppear(_ animated: Bool) { calls.append("appear \(animated)") }
        override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear \(isBeingDismissed)") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("disappear \(animated)") }
    }

    @Test func `presenting loads the view and calls the hooks, and dismissing too`() {
        let (root, picker) = (UIViewController(), Recorder())
        #expect(!picker.isViewLoaded && picker.viewIfLoaded == nil)
        root.present(picker, animated: true) { picker.calls.append("presented") }
        #expect(root.presentedViewController === picker && picker.presentingViewController === root)
        #expect(picker.calls == ["load", "will appear true", "appear true", "presented"])
        picker.calls = []
        // A presented view controller dismisses itself by its presenter.
        picker.dismiss(animated: false) { picker.calls.append("dismissed") }
        #expect(picker.calls == ["will disappear true", "disappear false", "dismissed"])
        #expect(root.presentedViewController == nil && picker.presentingViewController == nil)
        #expect(!picker.isBeingPresented && !picker.isBeingDismissed)
    }

    @Test func `a second presentation is ignored, and dismissing takes everything above`() {
        let (root, first, second) = (UIViewController(), Recorder(), Recorder())
        root.present(first, animated: false)
        root.present(second, animated: false)
        #expect(second.calls.isEmpty && root.presentedViewController === first)
        first.present(second, animated: false)
        UIViewController().present(second, animated: false)
        #expect(second.presentingViewController === first)
        first.present(first, animated: false)
        root.dismiss(animated: false)
        #expect(root.presentedViewController == nil && first.presentedViewController == nil)
        #expect(first.calls.last == "disappear false" && second.calls.last == "disappear false")
        var isCalled = false
        root.dismiss(animated: false) { isCalled = true }
        #expect(isCalled)
    }

    @Test func `a subclass has its own view, and initializers as on Apple's platforms`() throws {
        final class Own: UIViewController {
            let number: Int

            init(number: Int) {
                self.number = number
                super.init(nibName: nil, bundle: nil)
            }

            required init?(coder: NSCoder) { fatalError("init(coder:) isn't supported") }

            override func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 3, height: 4)) }
        }
        let controller = Own(number: 2)
        #expect(controller.view.frame.size == CGSize(width: 3, height: 4))
        #expect(UIViewController().view.frame == UIScreen.main.bounds)
        let titled = UIViewController()
        titled.title = "Choose"
        let data = try NSKeyedArchiver.archivedData(withRootObject: titled, requiringSecureCoding: false)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        let decoded = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIViewController
        #expect(decoded?.title == "Choose")
        #expect(NSDirectionalRectEdge.all == [.top, .leading, .bottom, .trailing])
    }
}
