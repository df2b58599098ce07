import ArgumentParser

/// Options that confirm the deletion of photos.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Don't ask for confirmation.")
    var yes = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of items to delete. Required instead of --yes for more than 100 items if they are more than "
                + "1 % of the library.", valueName: "count"))
    var confirm: Int?

    func validate() throws {
        if let confirm, confirm < 0 {
            throw ValidationError("--confirm is \(confirm). Give the number of photos and videos to delete.")
        }
    }

    var consent: DeletionConsent { DeletionConsent(isGiven: yes, count: confirm) }
}
