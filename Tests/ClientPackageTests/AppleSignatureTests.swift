import Testing

/// Clients that rely on the details of Apple's declarations, in the language modes of Swift 5 and 6.
@Suite struct AppleSignatureTests {
    @Test(arguments: ["5", "6"])
    func `a class without an isolation uses view controllers and views, with warnings in mode 6`(
        mode: String
    ) async throws {
        let source = ClientSource.unisolatedClasses
        let report = try await source.compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(report.lines(with: "warning") == (mode == "5" ? [] : source.lines(marked: "main actor")))
    }

    @Test(arguments: ["5", "6"])
    func `a deprecated name gives a warning`(mode: String) async throws {
        let source = ClientSource.deprecatedNames
        let report = try await source.compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(report.lines(with: "warning") == source.lines(marked: "deprecated"))
    }

    @Test(arguments: ["5", "6"])
    func `Live Photo editing has options of strings with a default, and sendable handlers`(mode: String) async throws {
        try await ClientSource.livePhotoEditing.expectNoWarning(inMode: mode)
    }

    @Test(arguments: ["5", "6"])
    func `asynchronous methods take objects of the caller's actor`(mode: String) async throws {
        try await ClientSource.callersIsolation.expectNoWarning(inMode: mode)
    }

    @Test(arguments: ["5", "6"])
    func `a protocol repeats the signatures of changes and authorization`(mode: String) async throws {
        try await ClientSource.repeatedSignatures.expectNoWarning(inMode: mode)
    }

    @Test(arguments: ["5", "6"])
    func `a change block sets a variable`(mode: String) async throws {
        try await ClientSource.placeholders.expectNoWarning(inMode: mode)
    }

    @Test(arguments: ["5", "6"])
    func `a result can be ignored`(mode: String) async throws {
        try await ClientSource.ignoredResults.expectNoWarning(inMode: mode)
    }
}
