public import Foundation

/// Receives the user's choice in a ``UIImagePickerController``. All methods are optional.
@preconcurrency @MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    /// Delivers the chosen photo or video. Dismiss the picker here. The default implementation only dismisses it.
    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])

    /// Reports that the user cancelled, or that the picker can't be shown. Standard error then has the reason. Dismiss
    /// the picker here. The default implementation only dismisses it.
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    public func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        picker.dismiss(animated: true)
    }

    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
        picker.dismiss(animated: true)
    }
}

/// The delegate of a navigation controller. It has no requirements, because there are no navigation controllers. It
/// exists because the delegate of a ``UIImagePickerController`` also conforms to it.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {}
