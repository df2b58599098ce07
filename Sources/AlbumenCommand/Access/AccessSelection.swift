import Albumen
import ArgumentParser
import Records

/// A change of the photos that are chosen for a program, and its report.
struct AccessSelection {
    enum Direction {
        case choose, deselect
    }

    let library: LibraryView
    let client: String
    let isJSON: Bool

    /// Changes the selection in one change. Reports each identifier without a photo, and goes on with the others.
    ///
    /// - Throws: `CommandFailure` at the end if there were such identifiers.
    func apply(_ direction: Direction, _ identifiers: [String]) throws {
        let (rows, failures) = try assets(named: AssetArguments.expanded(identifiers))
        let changed: [Int64]
        switch direction {
        case .choose:
            changed = try library.library.changeSelection(
                ofClient: client, choosing: rows, deselecting: [], author: "command"
            ).chosen
        case .deselect:
            changed = try library.library.changeSelection(
                ofClient: client, choosing: [], deselecting: rows, author: "command"
            ).deselected
        }
        try report(direction, changed: changed.count, given: rows.count)
        guard failures > 0 else { return }
        throw CommandFailure(
            "\(Count.text(failures, "identifier")) named no photo, for the reasons above.", status: .refused)
    }

    private func assets(named identifiers: [String]) throws -> (rows: [Int64], failures: Int) {
        var (rows, taken, failures) = ([Int64](), Set<Int64>(), 0)
        let output = StandardOutput.shared
        for identifier in identifiers {
            do {
                let asset = try library.asset(named: identifier)
                if taken.insert(asset.id).inserted { rows.append(asset.id) }
            } catch let failure as CommandFailure {
                failures += 1
                if isJSON {
                    try output.write(
                        line: JSONLine.text(FailedIdentifierDocument(identifier: identifier, reason: failure.message)))
                } else {
                    StandardError.write(line: PrintableText.line("failed: \(identifier): \(failure.message)"))
                }
            }
        }
        try output.flush()
        return (rows, failures)
    }

    private func report(_ direction: Direction, changed: Int, given: Int) throws {
        let access = try library.library.access(ofClient: client)
        let photos = Count.text(changed, "photo")
        let change =
            switch direction {
            case .choose: "Chose \(photos) for “\(client)”"
            case .deselect: "Deselected \(photos) of “\(client)”"
            }
        let rest = given - changed
        let same = rest > 0 ? "; \(rest) \(rest == 1 ? "was" : "were") so already" : ""
        let total = "\(Count.text(access.chosenAssetCount, "photo")) \(access.chosenAssetCount == 1 ? "is" : "are")"
        let effect =
            access.effectiveReadWriteStatus == .limited
            ? ""
            : " They have no effect until its access is limited: albumen access set \(ShellWord.quoted(client)) limited"
        try ChangeReport(isJSON: isJSON).tell(
            SelectionChangeDocument(assets: changed, chosenAssets: access.chosenAssetCount, client: client),
            "\(change)\(same). \(total) chosen for it now.\(effect)")
    }
}

/// A line of `access choose --json` for an identifier without a photo: `event` is `failed`.
struct FailedIdentifierDocument: Encodable {
    let event = "failed"
    let identifier: String
    /// A message for people.
    let reason: String
}

/// The result of `access choose --json` and `access deselect --json`.
struct SelectionChangeDocument: Encodable {
    /// The number of assets whose state changed.
    let assets: Int
    /// The number of assets that are chosen for the client now.
    let chosenAssets: Int
    let client: String
}
