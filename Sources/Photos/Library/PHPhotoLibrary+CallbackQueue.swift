public import Dispatch

extension PHPhotoLibrary {
    /// The queue on which PhotoKit's calls are answered that Apple's answers on the main queue; at first the main queue.
    ///
    /// Not in Apple's framework, where an app always runs its main queue. A program on Linux that does not (that neither calls
    /// `dispatchMain()` nor runs the main run loop, and has no asynchronous `main`) sets a serial queue of its own here
    /// before its first request. Requests keep the queue that there was when they were made. Handlers that Swift takes to be
    /// the main actor's need the main queue: in the language mode 6 those stop the program elsewhere.
    public static var callbackQueue: DispatchQueue {
        get { PhotoLibrarySession.current.callbackQueue }
        set { PhotoLibrarySession.current.callbackQueue = newValue }
    }
}
