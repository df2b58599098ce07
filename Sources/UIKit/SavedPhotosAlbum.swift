// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
public import UIKitCore

/// The target of ``UIImageWriteToSavedPhotosAlbum(_:_:_:_:)``, in place of a selector.
///
/// Apple's function sends a message to its target, which needs Objective-C. Conform the target to this protocol. Its
/// method has the signature that Apple documents:
///
/// ```swift
/// extension Saver: UIImageWriteTarget {
///     func image(_ image: UIImage, didFinishSavingWithError error: (any Error)?, contextInfo: UnsafeRawPointer?) {
///         print(error.map { "\($0)" } ?? "saved")
///     }
/// }
/// ```
///
/// Not in Apple's framework.
@preconcurrency @MainActor
public protocol UIImageWriteTarget: AnyObject {
    func image(_ image: UIImage, didFinishSavingWithError error: (any Error)?, contextInfo: UnsafeRawPointer?)
}

/// The target of ``UISaveVideoAtPathToSavedPhotosAlbum(_:_:_:_:)``, as ``UIImageWriteTarget`` is for images.
///
/// Not in Apple's framework.
@preconcurrency @MainActor
public protocol UIVideoWriteTarget: AnyObject {
    func video(
        _ videoPath: String, didFinishSavingWithError error: (any Error)?, contextInfo: UnsafeRawPointer?)
}

/// Adds an image to the photo library as a new asset. The program must contain Photos: import it.
///
/// - Parameters:
///   - completionTarget: An object that conforms to ``UIImageWriteTarget``. Its method is called once, on the main
///     actor. Other objects aren't called.
///   - completionSelector: Ignored, because Linux has no selectors that call methods.
///   - contextInfo: Passed to the target.
public func UIImageWriteToSavedPhotosAlbum(
    _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Selector?,
    _ contextInfo: UnsafeMutableRawPointer?
) {
    // Only the completion on the main actor uses it.
    nonisolated(unsafe) let target = completionTarget as? any UIImageWriteTarget
    if target == nil { reportUnusable(completionTarget, "UIImageWriteTarget") }
    let context = WriteContext(contextInfo)
    save { album, completion in
        album.save(image, completion: completion)
    } completion: { error in
        target?.image(image, didFinishSavingWithError: error, contextInfo: context.pointer)
    }
}

/// Adds a movie to the photo library as a new asset. The program must contain Photos: import it.
///
/// - Parameters:
///   - videoPath: The path of the movie. The library copies it.
///   - completionTarget: An object that conforms to ``UIVideoWriteTarget``. Its method is called once, on the main
///     actor. Other objects aren't called.
///   - completionSelector: Ignored, because Linux has no selectors that call methods.
///   - contextInfo: Passed to the target.
public func UISaveVideoAtPathToSavedPhotosAlbum(
    _ videoPath: String, _ completionTarget: Any?, _ completionSelector: Selector?,
    _ contextInfo: UnsafeMutableRawPointer?
) {
    // Only the completion on the main actor uses it.
    nonisolated(unsafe) let target = completionTarget as? any UIVideoWriteTarget
    if target == nil { reportUnusable(completionTarget, "UIVideoWriteTarget") }
    let context = WriteContext(contextInfo)
    save { album, completion in
        album.saveVideo(atPath: videoPath, completion: completion)
    } completion: { error in
        target?.video(videoPath, didFinishSavingWithError: error, contextInfo: context.pointer)
    }
}

/// A client's pointer on its way to the main actor. Nothing here uses its memory.
private struct WriteContext: @unchecked Sendable {
    let pointer: UnsafeRawPointer?

    init(_ pointer: UnsafeMutableRawPointer?) {
        self.pointer = pointer.map { UnsafeRawPointer($0) }
    }
}

private func save(
    _ save: (any SavedPhotosAlbum.Type, @escaping @Sendable ((any Error)?) -> Void) -> Void,
    completion: @escaping @MainActor @Sendable ((any Error)?) -> Void
) {
    guard let album = PhotosServices.savedPhotosAlbum else {
        let text = "The program doesn't contain Photos. Add the product Photos to its target's dependencies."
        let error = CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: text])
        writeMessage(text)
        return DispatchQueue.main.async { MainActor.assumeIsolated { completion(error) } }
    }
    save(album) { error in MainActor.assumeIsolated { completion(error) } }
}

private func reportUnusable(_ target: Any?, _ name: String) {
    guard let target else { return }
    writeMessage("\(type(of: target)) gets no result of saving. Conform it to \(name).")
}

private func writeMessage(_ text: String) {
    FileHandle.standardError.write(Data("UIKit: \(text)\n".utf8))
}
