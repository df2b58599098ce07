import Foundation

extension PHPhotoLibrary {
    func enqueue(_ block: @escaping () -> Void, _ completion: ((Bool, (any Error)?) -> Void)?) {
        requireNoBlock(for: "performChanges")
        let session = PhotoLibrarySession.current
        // Apple's closures aren't `@Sendable`. Each is called once, on the queue of changes.
        let block = UncheckedSendable(block)
        let completion = UncheckedSendable(completion)
        session.changes.async {
            let failure: (any Error)?
            do {
                try ChangeBlock(session: session).perform(block.value)
                failure = nil
            } catch {
                failure = error
            }
            guard completion.value != nil else { return }
            session.completeChange { completion.value?(failure == nil, failure) }
        }
    }

    func commit(_ block: () -> Void) throws {
        requireNoBlock(for: "performChangesAndWait")
        let session = PhotoLibrarySession.current
        try session.changes.sync { try ChangeBlock(session: session).perform(block) }
    }

    private func requireNoBlock(for call: String) {
        guard ChangeRecording.current != nil else { return }
        raiseInvalidArgument(
            "\(call) was called inside a change block. Blocks cannot be nested: put all requests into one block, or "
                + "call it from the completion handler.")
    }
}
