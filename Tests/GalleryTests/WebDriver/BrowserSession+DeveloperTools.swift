import Foundation

extension BrowserSession {
    private struct Command<Parameters: Encodable>: Encodable {
        let cmd: String
        let params: Parameters
    }

    private struct DeviceMetrics: Encodable {
        let width: Int
        let height: Int
        let deviceScaleFactor: Double
        let mobile: Bool
    }

    private struct EmulatedMedia: Encodable {
        let features: [[String: String]]
    }

    private struct HeapUsage: Decodable {
        let usedSize: Double
    }

    /// Sends a command of the Chrome DevTools protocol.
    func sendToDeveloperTools<Value: Decodable>(
        _ command: String, _ parameters: some Encodable, as type: Value.Type
    ) async throws -> Value {
        try await post("goog/cdp/execute", Command(cmd: command, params: parameters), as: Value.self)
    }

    func sendToDeveloperTools(_ command: String, _ parameters: some Encodable = [String: String]()) async throws {
        let _: Nothing? = try await sendToDeveloperTools(command, parameters, as: Nothing?.self)
    }

    /// Applies the options' window and preferences, also to the open page.
    func emulate(_ options: BrowserOptions) async throws {
        // A window that isn't in front has no focused element.
        try await sendToDeveloperTools("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await sendToDeveloperTools(
            "Emulation.setDeviceMetricsOverride",
            DeviceMetrics(
                width: options.width, height: options.height, deviceScaleFactor: options.density,
                mobile: options.isPhone))
        if options.isPhone { try await sendToDeveloperTools("Emulation.setTouchEmulationEnabled", ["enabled": true]) }
        let features = [
            "prefers-color-scheme": options.colourScheme.rawValue,
            "forced-colors": options.hasForcedColours ? "active" : "none",
            "prefers-reduced-motion": options.prefersReducedMotion ? "reduce" : "no-preference",
        ]
        try await sendToDeveloperTools(
            "Emulation.setEmulatedMedia",
            EmulatedMedia(features: features.map { ["name": $0.key, "value": $0.value] }))
    }

    /// Applies the options to new pages.
    func prepareNewPages(_ options: BrowserOptions) async throws {
        if options.bypassesContentSecurityPolicy {
            try await sendToDeveloperTools("Page.setBypassCSP", ["enabled": true])
        }
        if let script = options.scriptOfNewPages {
            try await sendToDeveloperTools("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        }
    }

    /// Returns the size in bytes of the page's objects after garbage collection.
    func heapSize() async throws -> Double {
        // Objects that one collection releases can release others in the next one.
        for _ in 0..<3 { try await sendToDeveloperTools("HeapProfiler.collectGarbage") }
        return try await sendToDeveloperTools("Runtime.getHeapUsage", [String: String](), as: HeapUsage.self).usedSize
    }
}
