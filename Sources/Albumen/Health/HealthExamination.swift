import Foundation
import PhotoLibrary
import Records
import SystemCalls

/// Finds the problems of a library in the facts about its condition.
struct HealthExamination {
    /// With less free space, imports are refused soon.
    private static let fullDiskInBytes: Int64 = 2 << 30
    /// A disk that is full within this time is a problem.
    private static let foresight: TimeInterval = 30 * 86_400
    /// The age of changes that aren't in the place from which the backup is late.
    private static let patience: TimeInterval = 86_400

    let damages: [HealthRecord.Damage]
    let cloud: Library.CloudStatus?
    let watchedFolders: [WatchedFolderRecord]
    let space: DiskSpace?
    let fullDate: Date?
    /// The number of items of which an earlier version read less.
    let unreadItems: Int
    let examination: HealthRecord.Examination?
    let now: Date

    /// The problems, faults first.
    var problems: [HealthProblem] {
        let machine = examination.map { $0.isValid(at: now) ? $0.problems : [] } ?? []
        let all = [damaged].compactMap { $0 } + placeProblems + machine + [folders, disk, unread].compactMap { $0 }
        return all.filter(\.isFault) + all.filter { !$0.isFault }
    }

    private var damaged: HealthProblem? {
        guard let first = damages.first else { return nil }
        let others = damages.count > 1 ? " and \(damages.count - 1) more" : ""
        return HealthProblem(
            .damagedOriginals, isFault: true, count: damages.count,
            "Originals are damaged or missing: “\(first.name)”\(others).",
            remedy: "Import them again from a card or another copy, or restore them from a backup. To see all: "
                + "albumen verify")
    }

    private var placeProblems: [HealthProblem] {
        guard let cloud, !cloud.backup.isReadOnly else { return [] }
        var problems: [HealthProblem] = []
        if cloud.lost.count > 0 {
            problems.append(
                HealthProblem(
                    .lostOriginals, isFault: true, count: cloud.lost.count,
                    "Originals are neither on this machine nor in the place: \(cloud.lost.count).",
                    remedy: "Import them again if you still have them. Their names: albumen cloud status"))
        }
        if cloud.backup.isReplaced {
            problems.append(
                HealthProblem(
                    .replacedCopy, isFault: true,
                    "Another copy of this library owns its place, so this one sends nothing and accepts no changes.",
                    remedy: "Export what wasn't sent: albumen cloud salvage --to DIR"))
            return problems
        }
        if let failure = cloud.backup.drill?.failure {
            problems.append(
                HealthProblem(
                    .failedDrill, isFault: true, "The backup in the place couldn't be restored: \(failure)",
                    remedy: "See what is wrong: albumen cloud verify --backup --deep"))
        }
        let failing = cloud.totals[.failing]?.count ?? 0
        if failing > 0 {
            let reason = cloud.failing.first?.reason.map { " \($0)" } ?? ""
            problems.append(
                HealthProblem(
                    .failingUploads, count: failing,
                    "Originals couldn't be uploaded to the place: \(failing).\(reason)",
                    remedy: "See the reasons: albumen cloud status"))
        }
        let age = cloud.backup.oldestWaiting.map { now.timeIntervalSince($0) } ?? 0
        if !cloud.backup.isComplete, age > Self.patience {
            let reason = (cloud.backup.failure ?? cloud.obstacle).map { " \($0)" } ?? ""
            problems.append(
                HealthProblem(
                    .lateBackup, "The place hasn't had changes of this library for more than a day.\(reason)",
                    remedy: "Check the place, then send them: albumen cloud sync"))
        }
        return problems
    }

    private var folders: HealthProblem? {
        let failing = watchedFolders.filter { $0.problem != nil }
        guard let first = failing.first, let reason = first.problem else { return nil }
        return HealthProblem(
            .watchedFolders, count: failing.count, "New files of “\(first.path)” aren't imported: \(reason)",
            remedy: "Make the folder available, or remove it from the list: albumen watch --remove FOLDER")
    }

    private var disk: HealthProblem? {
        guard let space else { return nil }
        let free = space.freeInBytes.formatted(
            .byteCount(style: .file, spellsOutZero: false).locale(Locale(identifier: "en_US_POSIX")))
        let remedy = "Make room on the disk, or move originals to a place: albumen cloud optimise"
        if space.freeInBytes < Self.fullDiskInBytes {
            return HealthProblem(.fullDisk, "Only \(free) are free on the library's disk.", remedy: remedy)
        }
        guard let fullDate, fullDate.timeIntervalSince(now) < Self.foresight else { return nil }
        let days = max(1, Int(fullDate.timeIntervalSince(now) / 86_400))
        return HealthProblem(
            .littleSpace, "\(free) are free on the library's disk. It will be full in about \(days) days.",
            remedy: remedy)
    }

    private var unread: HealthProblem? {
        guard unreadItems > 0 else { return nil }
        return HealthProblem(
            .unreadMetadata, count: unreadItems,
            "An earlier version imported \(unreadItems) items, and read less from them than this one.",
            remedy: "Read them again: albumen refresh")
    }
}
