import Foundation
import SystemPackage

extension AVError {
    /// An error for a file that can't be created or named.
    init(writing output: URL, _ reason: Errno) {
        let name = "“\(output.lastPathComponent)”"
        switch reason {
        case .fileExists:
            self.init(
                .fileAlreadyExists, "\(name) already exists. It wasn't changed.",
                remedy: "Remove the file or choose another outputURL.", url: output)
        case .noSpace:
            self.init(
                .diskFull, "\(name) can't be written: the disk is full.", remedy: "Free some space.", url: output)
        case .noSuchFileOrDirectory:
            self.init(
                .exportFailed, "\(name) can't be written: its folder doesn't exist.",
                remedy: "Create the folder “\(output.deletingLastPathComponent().path(percentEncoded: false))”.",
                url: output)
        default:
            self.init(
                .exportFailed, "\(name) can't be written: \(reason).",
                remedy: "Choose a folder in which you may create files.", url: output)
        }
    }
}
