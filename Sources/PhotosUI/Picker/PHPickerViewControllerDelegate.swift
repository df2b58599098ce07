/// Receives the user's choice.
@preconcurrency @MainActor
public protocol PHPickerViewControllerDelegate: AnyObject {
    /// Delivers the chosen assets. Dismiss the picker here: it isn't dismissed by itself.
    ///
    /// It's called on the main actor. Unless the configuration's selection is continuous, it's called once for each
    /// presentation.
    ///
    /// - Parameter results: After Add, the chosen assets. After Cancel, the preselected ones, whose providers have no
    ///   types. Empty if there is no server or if it has ended; standard error then has the reason.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}
