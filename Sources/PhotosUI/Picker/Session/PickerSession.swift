import Foundation
import HTTPTransfers
import ItemProviders
import PhotoLibrary
import Photos
import PickerWire
import Synchronization

/// One presentation of a picker: it creates a pick at the server, waits for the choice and delivers it.
package final class PickerSession: Sendable {
    package typealias Delivery = @MainActor @Sendable ([PHPickerResult], PickerOutcome) -> Void

    private struct State {
        /// Set until the picker is dismissed or the choice has ended.
        var lease: PickerLease?
        var waiting: HTTPTransfer?
        /// Changes that were requested before the pick existed.
        var earlyChanges: [PickUpdate] = []
        var isDismissed = false
        var hasDeliveredItems = false
    }

    private let request: PickConfiguration
    private let isContinuous: Bool
    private let environment: [String: String]
    private let state = Mutex(State())

    /// Creates the presentation of a program that shows the picker for another program.
    ///
    /// - Parameters:
    ///   - application: The other program's name, or `nil`. The page shows it as a claim.
    ///   - purpose: The reason for the request, or `nil`. The page shows it as a claim.
    ///   - offersFiles: Whether the page offers a file of the device instead.
    ///   - opensWindow: Whether the browser opens a new window instead of a tab.
    @MainActor
    package init(
        _ configuration: PHPickerConfiguration, environment: [String: String], application: String?, purpose: String?,
        offersFiles: Bool, opensWindow: Bool
    ) {
        var request = PickConfiguration(configuration, application: application, purpose: purpose)
        request.offersFiles = offersFiles
        request.isInNewWindow = opensWindow
        self.request = request
        isContinuous = configuration.selection.isContinuous
        self.environment = environment
    }

    @MainActor
    init(_ configuration: PHPickerConfiguration, environment: [String: String]) {
        request = PickConfiguration(
            configuration, application: environment["ALBUMEN_CLIENT"] ?? ProcessInfo.processInfo.processName,
            purpose: ProgramProperties.current.usage(onlyToAdd: false) ?? environment["ALBUMEN_USAGE"])
        isContinuous = configuration.selection.isContinuous
        self.environment = environment
    }

    /// Begins the choice. Call it once.
    ///
    /// - Parameters:
    ///   - whenOpened: Called on the main actor when the user's page has opened.
    ///   - deliver: Called on the main actor with each choice, and not after ``dismiss()`` on the main actor.
    package func start(
        whenOpened: @escaping @MainActor @Sendable () -> Void = {}, _ deliver: @escaping Delivery
    ) {
        PickerQueues.sessions.submit(.visible) {
            do {
                try self.run(whenOpened, deliver)
            } catch {
                guard !self.isDismissed else { return }
                Diagnostics.report("The picker has no results. \(error)", module: "PhotosUI")
                self.end()
                self.deliver([], .failed, deliver)
            }
        }
    }

    /// Changes the picker now, or as soon as its pick exists.
    func change(_ change: PickUpdate) {
        let lease = state.withLock { state in
            if state.lease == nil, !state.isDismissed { state.earlyChanges.append(change) }
            return state.lease
        }
        lease?.change(change)
    }

    /// Closes the page. Deletes a pick without a choice, and leaves one with a choice to the providers.
    package func dismiss() {
        let (lease, waiting, hasDeliveredItems) = state.withLock { state in
            state.isDismissed = true
            defer { (state.lease, state.waiting) = (nil, nil) }
            return (state.lease, state.waiting, state.hasDeliveredItems)
        }
        waiting?.cancel()
        if hasDeliveredItems {
            lease?.change(PickUpdate(ends: true))
        } else {
            lease?.delete()
        }
    }

    private var isDismissed: Bool { state.withLock { $0.isDismissed } }

    /// Releases the lease after the choice has ended.
    private func end() {
        state.withLock { state in
            (state.lease, state.waiting) = (nil, nil)
            state.earlyChanges = []
        }
    }

    // MARK: The choice, on a thread of `PickerQueues.sessions`

    private func run(
        _ whenOpened: @escaping @MainActor @Sendable () -> Void, _ deliver: @escaping Delivery
    ) throws {
        guard let lease = try create() else { return }
        let isDismissed = state.withLock { state in
            guard !state.isDismissed else { return true }
            state.lease = lease
            // Under the lock, so that later changes follow.
            for change in state.earlyChanges { lease.change(change) }
            state.earlyChanges = []
            return false
        }
        guard !isDismissed else { return lease.delete() }
        try awaitChoice(lease, whenOpened, deliver)
    }

    /// Waits for changes of the pick until its end.
    private func awaitChoice(
        _ lease: PickerLease, _ whenOpened: @escaping @MainActor @Sendable () -> Void, _ deliver: @escaping Delivery
    ) throws {
        var isOpen = false
        var revision = 0
        var delivered: [PickItemDocument] = []
        var providers = PickedProviders(lease)
        while !isDismissed {
            let document: PickDocument = try lease.server.document(
                "GET", "\(lease.path)?after=\(revision)", token: lease.token
            ) { transfer in
                let isDismissed = state.withLock { state in
                    state.waiting = transfer
                    return state.isDismissed
                }
                if isDismissed { transfer.cancel() }
            }
            revision = document.revision
            if document.state == .open, !isOpen {
                isOpen = true
                DispatchQueue.main.async { MainActor.assumeIsolated { whenOpened() } }
            }
            switch document.state {
            case .waiting: continue
            case .open:
                guard isContinuous, document.items != delivered else { continue }
                delivered = document.items
                state.withLock { $0.hasDeliveredItems = true }
                self.deliver(providers.results(of: document.items), .chosen, deliver)
            case .added, .cancelled, .expired:
                if document.state == .expired {
                    Diagnostics.report("Nobody opened the picker's page in time.", module: "PhotosUI")
                }
                end()
                if document.state == .cancelled { lease.delete() }
                return self.deliver(providers.results(of: document.items), document.outcome, deliver)
            }
        }
    }

    /// Creates the pick at the first server that can be used. Returns `nil` if the picker is dismissed meanwhile.
    private func create() throws -> PickerLease? {
        let location = PickerServerLocation(environment: environment)
        if let named = try location.named() { return try create(at: named) }
        if let published = try location.published(), let lease = try createIfReachable(at: published) {
            return lease
        }
        guard !isDismissed else { return nil }
        return try location.started(isCancelled: { self.isDismissed }).map { try create(at: $0) }
    }

    /// Returns `nil` if the address belongs to a server that has ended.
    private func createIfReachable(at server: PickerServer) throws -> PickerLease? {
        do {
            return try create(at: server)
        } catch let error as TransferError {
            guard error.code == .unreachable else { throw error }
            return nil
        } catch let error as PickerError {
            // Another program can use the port of an ended server.
            guard error.code == .foreignServer else { throw error }
            return nil
        }
    }

    private func create(at server: PickerServer) throws -> PickerLease {
        let created: NewPickDocument = try server.document("POST", "/api/picks", body: request)
        let lease = PickerLease(server, created)
        Diagnostics.report("Choose photos at \(created.page)", module: "PhotosUI")
        return lease
    }

    private func deliver(_ results: [PHPickerResult], _ outcome: PickerOutcome, _ deliver: @escaping Delivery) {
        DispatchQueue.main.async { MainActor.assumeIsolated { deliver(results, outcome) } }
    }
}

extension PickDocument {
    fileprivate var outcome: PickerOutcome {
        switch state {
        case .waiting, .open, .added: .chosen
        case .cancelled: wantsFiles ? .files : .cancelled
        case .expired: .failed
        }
    }
}
