import MediaRequests
import PhotoLibrary

/// The consequence of a file's outcome, by the same rules for imports and dry runs. An import has the outcome of the
/// committed operation, and a dry run the outcome that it expects.
enum FileConclusion {
    case report([IngestEvent])
    /// The library has lost the known bytes since the file was read. The file is read again.
    case readAgain
    /// The files of the edit are imported one by one.
    case importSeparately(EditFiles)

    /// - Parameter outcome: The outcome, or `nil` if the finding needs no operation.
    init(_ file: ReadFile, _ outcome: Transaction.Outcome?) {
        guard outcome != .vanished else {
            self = .readAgain
            return
        }
        let source = file.source
        func report(damage: String? = nil, healsLoss: Bool = false) -> FileConclusion {
            .report([IngestEvent(source, outcome, damage: damage, healsLoss: healsLoss)].compactMap(\.self))
        }
        self =
            switch file.finding {
            case .creation(let creation, _):
                report(damage: creation.facts.probe.damage, healsLoss: creation.healsLoss)
            case .wouldCome(_, let damage, let healsLoss): report(damage: damage, healsLoss: healsLoss)
            case .known, .adjustment: report()
            case .edit(let edit, let arrival): Self.conclusion(of: edit, outcome, arrival?.healsLoss ?? false)
            case .brokenEdit(let edit): .importSeparately(edit)
            case .refused(let reason): .report([.refused(path: source.path, reason: reason)])
            case .unreadable(let reason): .report([.unreadable(source, reason: reason)])
            case .notMedia: .report([.notMedia(source, isKnown: false)])
            case .ignoredAdjustment: .report([.skipped(path: source.path, .sidecar)])
            }
    }

    /// Returns the conclusion for the files of an edit. They are imported one by one if the library has no original for
    /// them, or if the original has another edit.
    private static func conclusion(
        of edit: EditFiles, _ outcome: Transaction.Outcome?, _ healsLoss: Bool
    ) -> FileConclusion {
        switch outcome {
        case .joined, .duplicate:
            .report(edit.reported.compactMap { IngestEvent($0, outcome, damage: nil, healsLoss: healsLoss) })
        default: .importSeparately(edit)
        }
    }
}

extension IngestEvent {
    /// Creates the event for a photo, a video or a part of one, or returns `nil` if the outcome isn't that of an import.
    ///
    /// - Parameters:
    ///   - damage: The reason why the file is truncated, or `nil`.
    ///   - healsLoss: Whether the library had lost the file's bytes.
    fileprivate init?(
        _ source: ImportSource, _ outcome: Transaction.Outcome?, damage: String?, healsLoss: Bool
    ) {
        let path = source.path
        switch outcome {
        case .created(let uuid): self = .imported(path: path, assetUUID: uuid, joined: false, damage: damage)
        case .joined(let uuid): self = .imported(path: path, assetUUID: uuid, joined: true, damage: damage)
        case .duplicate(let uuid):
            self = healsLoss ? .healed(path: path, assetUUID: uuid) : .duplicate(path: path, assetUUID: uuid)
        case .trashedDuplicate(let uuid): self = .trashedDuplicate(path: path, assetUUID: uuid)
        case .restored(let uuid): self = .restored(path: path, assetUUID: uuid)
        case .unmatched: self = .skipped(path: path, .sidecar)
        case .vanished, .changed, .deleted, .reverted, .broughtOver, .collected, .done, nil: return nil
        }
    }
}
