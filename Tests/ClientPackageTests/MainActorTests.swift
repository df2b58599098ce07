import Testing

/// Closures that PhotoKit calls on other threads, as the compiler sees them.
@Suite struct MainActorTests {
    /// Such closures are isolated to the main actor. In the Swift 6 mode they stop the program at run time.
    @Test(arguments: ["5", "6"])
    func `a closure of a main-actor class uses the main actor's state without a warning`(mode: String) async throws {
        try await ClientSource.isolatedClosures.expectNoWarning(inMode: mode)
    }

    @Test(arguments: ["5", "6"])
    func `the compiler reports the main actor's state in a closure marked @Sendable`(mode: String) async throws {
        let source = ClientSource.sendableClosures
        let report = try await source.compile(inMode: mode)
        #expect(report.lines(with: "error") == source.lines(marked: "state"), "\(report.text)")
    }

    @Test(arguments: ["5", "6"])
    func `clients' closures that set a variable compile without a warning`(mode: String) async throws {
        try await ClientSource.idioms.expectNoWarning(inMode: mode)
    }

    @Test func `clients' closures that hand on closures compile in the Swift 5 mode without a warning`() async throws {
        try await ClientSource.handlers.expectNoWarning(inMode: "5")
    }
}
