import Foundation

/// Answers the calls of the portal: offers the picker, or gives the call to another backend.
@MainActor
final class PortalService {
    nonisolated static let busName = "org.freedesktop.impl.portal.desktop.albumen"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let requestInterface = "org.freedesktop.impl.portal.Request"
    private static let failed = "org.freedesktop.portal.Error.Failed"

    /// The first value of an answer.
    private enum Response {
        static let success: UInt32 = 0
        static let cancelled: UInt32 = 1
        static let ended: UInt32 = 2
    }

    /// A call that has no answer yet.
    private final class OpenCall {
        let message: BusMessage
        /// The picker of the call, or `nil` if another backend answers.
        var pick: FilePick?
        /// The bus name of the backend that answers, or `nil`.
        var backend: String?

        init(_ message: BusMessage) {
            self.message = message
        }
    }

    private let bus: SessionBus
    private let backends: PortalBackends
    private let files: PickedFolder
    private let environment: [String: String]
    /// The time in which a browser has to show the picker.
    private let opening: Duration
    /// The calls by the paths of their requests.
    private var calls: [String: OpenCall] = [:]
    /// The paths by the numbers of the calls of other backends.
    private var forwarded: [UInt64: String] = [:]

    init(
        bus: SessionBus, backends: PortalBackends, files: PickedFolder, environment: [String: String], opening: Duration
    ) {
        self.bus = bus
        self.backends = backends
        self.files = files
        self.environment = environment
        self.opening = opening
    }

    func start() throws {
        files.removeOld()
        try bus.subscribe(
            to: "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
        try bus.own(Self.busName)
        if backends.other() == nil {
            StandardError.write(
                line: "albumen-portal: There is no other backend for files, so only dialogs for images and videos "
                    + "work. Install xdg-desktop-portal-gtk, or name a backend with --backend.")
        }
        bus.start({ [weak self] in self?.receive($0) }, ended: { Foundation.exit(0) })
    }

    private func receive(_ message: BusMessage) {
        do {
            switch message.kind {
            case .call: try answer(message)
            case .answer, .failure: try finishForwarded(message)
            case .signal: try noteSignal(message)
            }
        } catch {
            StandardError.write(line: "albumen-portal: \(error)")
        }
    }

    // MARK: Calls

    private func answer(_ message: BusMessage) throws {
        switch (message.interface, message.member) {
        case (PortalBackends.interface, _) where message.path == Self.path: try open(message)
        case (Self.requestInterface, "Close"): try close(message)
        case ("org.freedesktop.DBus.Properties", "GetAll"):
            let answer = try message.makeAnswer()
            try answer.append("a", "{sv}")
            try bus.send(answer)
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            let answer = try message.makeAnswer()
            try answer.append(message.path == Self.path ? PortalInterface.description : PortalInterface.empty)
            try bus.send(answer)
        default: try refuse(message, "org.freedesktop.DBus.Error.UnknownMethod", "There is no such method.")
        }
    }

    private func refuse(_ message: BusMessage, _ name: String, _ text: String) throws {
        try bus.send(try message.makeFailure(name, text))
    }

    private func open(_ message: BusMessage) throws {
        guard message.signature == FileRequest.signature else {
            return try refuse(
                message, "org.freedesktop.DBus.Error.InvalidArgs", "The values aren't \(FileRequest.signature).")
        }
        let request = try FileRequest(message)
        guard calls[request.handle] == nil else {
            return try refuse(message, Self.failed, "There is a request with this path.")
        }
        let call = OpenCall(message)
        calls[request.handle] = call
        guard message.member == "OpenFile", let media = request.media else { return try forward(request.handle) }
        let pick = FilePick(request, media, folder: files, environment: environment, opening: opening) {
            [weak self] outcome in
            self?.end(request.handle, outcome)
        }
        call.pick = pick
        pick.start()
    }

    private func end(_ handle: String, _ outcome: FilePick.Outcome) {
        do {
            calls[handle]?.pick = nil
            switch outcome {
            case .chosen(let files): try respond(handle, Response.success, files)
            case .cancelled: try respond(handle, Response.cancelled)
            case .otherDialog: try forward(handle)
            case .failed(let error):
                StandardError.write(line: "albumen-portal: The chosen files can't be delivered. \(error)")
                try respond(handle, Response.ended)
            }
        } catch {
            StandardError.write(line: "albumen-portal: \(error)")
        }
    }

    private func respond(_ handle: String, _ response: UInt32, _ files: [URL] = []) throws {
        guard let call = calls.removeValue(forKey: handle) else { return }
        let answer = try call.message.makeAnswer()
        try answer.append(response)
        try answer.append("a", "{sv}") {
            guard response == Response.success else { return }
            try answer.append("e", "sv") {
                try answer.append("uris")
                try answer.append("v", "as") {
                    try answer.append("a", "s") { for file in files { try answer.append(file.absoluteString) } }
                }
            }
        }
        try bus.send(answer)
    }

    // MARK: Other backends

    private func forward(_ handle: String) throws {
        guard let call = calls[handle] else { return }
        guard let backend = backends.other() else {
            calls[handle] = nil
            return try refuse(call.message, Self.failed, "There is no other backend for files.")
        }
        let forwarded = try bus.makeCall(backend, Self.path, PortalBackends.interface, call.message.member)
        try forwarded.appendAll(of: call.message)
        call.backend = backend
        self.forwarded[try bus.send(forwarded)] = handle
    }

    private func finishForwarded(_ message: BusMessage) throws {
        guard let number = message.answeredCall, let handle = forwarded.removeValue(forKey: number),
            let call = calls.removeValue(forKey: handle)
        else { return }
        if message.kind == .failure {
            try bus.send(call.message.makeFailure(of: message))
            return
        }
        let answer = try call.message.makeAnswer()
        try answer.appendAll(of: message)
        try bus.send(answer)
    }

    // MARK: Ends

    /// Ends a request, because the program doesn't wait any more.
    private func close(_ message: BusMessage) throws {
        guard let call = calls[message.path], call.message.sender == message.sender else {
            return try refuse(message, "org.freedesktop.DBus.Error.UnknownObject", "There is no such request.")
        }
        try bus.send(try message.makeAnswer())
        try cancel(message.path, call)
    }

    private func cancel(_ handle: String, _ call: OpenCall) throws {
        if let backend = call.backend {
            // The backend then answers the call.
            try bus.send(bus.makeCall(backend, handle, Self.requestInterface, "Close"))
            return
        }
        call.pick?.cancel()
        try respond(handle, Response.ended)
    }

    /// Ends the requests of a program that has left the bus.
    private func noteSignal(_ message: BusMessage) throws {
        guard message.member == "NameOwnerChanged", message.signature == "sss" else { return }
        let name = try message.readString()
        for (handle, call) in calls where call.message.sender == name { try cancel(handle, call) }
    }
}
