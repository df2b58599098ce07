import Foundation
import PickerWire
public import UIKitCore

/// Lets the user choose photos and videos in a browser. The app gets what was chosen and nothing else.
///
/// ```swift
/// let picker = PHPickerViewController(configuration: configuration)
/// picker.delegate = self
/// present(picker, animated: true)
/// ```
///
/// The picker opens no library and needs no access to it. Its presentation begins a choice at the server of the
/// library: the one that `ALBUMEN_SERVER` names, or else the running `albumen serve` of the library, or else a new one,
/// which ends by itself. Before the picker sends anything to a server that `ALBUMEN_SERVER` doesn't name, it checks that
/// the server belongs to this user. The program `albumen` is the one that `ALBUMEN_COMMAND` names, or else the one
/// beside this program, or else the one in `PATH`.
///
/// The server opens the browser if the app runs as the library's user. In any case, standard error has the page's
/// address, which works only for the owner of the library.
///
/// Dismissing the picker closes its page. Results can still be loaded afterwards, as long as their providers exist. If
/// the page can't be shown, the delegate gets no results, and standard error has the reason.
@preconcurrency @MainActor
open class PHPickerViewController: UIViewController {
    /// The configuration that the picker was created with.
    open private(set) var configuration = PHPickerConfiguration()

    /// The object that receives the choice.
    open weak var delegate: (any PHPickerViewControllerDelegate)?

    /// The reason for the current call of the delegate, or `nil` before the first.
    package private(set) var outcome: PickerOutcome?

    /// The choice of the current presentation.
    private var session: PickerSession?

    /// Creates a picker. It does nothing before it's presented.
    public convenience init(configuration: PHPickerConfiguration) {
        self.init(nibName: nil, bundle: nil)
        self.configuration = configuration
    }

    deinit {
        session?.dismiss()
    }

    /// Begins the choice.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let environment = PickerEnvironment.current ?? ProcessInfo.processInfo.environment
        let session = PickerSession(configuration, environment: environment)
        self.session?.dismiss()
        self.session = session
        session.start { [weak self, weak session] results, outcome in
            // A later presentation has another session.
            guard let self, let session, self.session === session else { return }
            self.outcome = outcome
            self.delegate?.picker(self, didFinishPicking: results)
        }
    }

    /// Ends the choice and closes the page.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        session?.dismiss()
        session = nil
    }

    // MARK: Changes of a presented picker

    /// Changes the limit, the margins or the search. Does nothing if the picker isn't presented.
    open func updatePicker(using configuration: PHPickerConfiguration.Update) {
        var change = PickUpdate()
        change.limit = configuration.selectionLimit
        change.edges = configuration.edgesWithoutContentMargins?.edges
        change.search = configuration.searchText?.shortened
        if change != PickUpdate() { session?.change(change) }
    }

    /// Deselects assets with these local identifiers or tokens. Ignores unknown ones. Does nothing if the picker isn't
    /// presented.
    open func deselectAssets(withIdentifiers identifiers: [String]) {
        guard !identifiers.isEmpty else { return }
        session?.change(PickUpdate(deselect: identifiers))
    }

    /// Moves a selected asset behind another one, or to the front for `nil`. Takes local identifiers or tokens, and
    /// ignores unknown ones. Does nothing if the picker isn't presented.
    open func moveAsset(withIdentifier identifier: String, afterAssetWithIdentifier afterIdentifier: String?) {
        session?.change(PickUpdate(move: PickUpdate.Move(item: identifier, after: afterIdentifier)))
    }

    /// Scrolls the page to where it was when it opened. Does nothing if the picker isn't presented.
    open func scrollToInitialPosition() {
        session?.change(PickUpdate(scrolls: true))
    }

    /// Makes the page's photos larger. Does nothing if the picker isn't presented.
    open func zoomIn() {
        session?.change(PickUpdate(zoom: .in))
    }

    /// Makes the page's photos smaller. Does nothing if the picker isn't presented.
    open func zoomOut() {
        session?.change(PickUpdate(zoom: .out))
    }
}

/// The variables of a test in place of the process's.
enum PickerEnvironment {
    @TaskLocal static var current: [String: String]?
}
