import ArgumentParser

/// Options that confirm the deletion of photos.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask.")
    var yes = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many are deleted. To be told instead of --yes where they are more than 100 and more than 1 % of the "
                + "library.", valueName: "count"))
    var confirm: Int?

    func validate() throws {
        if let confirm, confirm < 0 {
            throw ValidationError("--confirm is \(confirm). Give the number of photos and videos to delete.")
        }
    }

    var consent: DeletionConsent { DeletionConsent(isGiven: yes, count: confirm) }
}
