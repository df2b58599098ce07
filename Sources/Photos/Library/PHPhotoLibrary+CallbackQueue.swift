public import Dispatch

extension PHPhotoLibrary {
    /// The queue that calls result handlers of image requests. Initially the main queue, as on Apple's systems.
    ///
    /// Not in Apple's framework, where an app always runs its main queue. A program on Linux that doesn't (that
    /// neither calls `dispatchMain()` nor runs the main run loop, and has no asynchronous `main`) sets a serial queue
    /// of its own before its first request. Requests keep the queue that was set when they were made.
    ///
    /// Swift infers that a closure in a method of a `@MainActor` class belongs to the main actor. On another queue,
    /// such a handler stops a program in the Swift 6 language mode. In the Swift 5 mode it runs without a check, and
    /// its use of the main actor's state is a data race. Write `{ @Sendable image, info in … }` for handlers on a
    /// queue of your own: then the compiler reports such uses.
    public static var callbackQueue: DispatchQueue {
        get { PhotoLibrarySession.current.callbackQueue }
        set { PhotoLibrarySession.current.callbackQueue = newValue }
    }
}
