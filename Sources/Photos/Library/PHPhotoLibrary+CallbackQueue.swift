public import Dispatch

extension PHPhotoLibrary {
    /// The queue on which requests for images and Live Photos call their result handlers. The default is the main queue,
    /// as on Apple's systems. If you set another queue, requests for videos and for content editing inputs use it, too.
    /// Otherwise, they call their handlers on an arbitrary serial queue.
    ///
    /// Apple's framework doesn't have this property, because an app always runs its main queue. If a program on Linux
    /// doesn't run it, set a serial queue before the first request. Such a program doesn't call `dispatchMain()`,
    /// doesn't run the main run loop, and has no asynchronous `main`. A request keeps the queue that was set when it
    /// was made.
    ///
    /// Swift infers that a closure in a method of a `@MainActor` class is isolated to the main actor. On another
    /// queue, such a handler stops a program in the Swift 6 language mode. In the Swift 5 mode it runs without a
    /// check, and its access to the main actor's state is a data race. Write `{ @Sendable image, info in … }` for
    /// handlers on your own queue, so that the compiler reports such accesses.
    public static var callbackQueue: DispatchQueue {
        get { PhotoLibrarySession.current.callbackQueue }
        set { PhotoLibrarySession.current.callbackQueue = newValue }
    }
}
