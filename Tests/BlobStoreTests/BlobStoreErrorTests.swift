import Foundation
import SystemCalls
import SystemPackage
import Testing

@testable import BlobStore

@Suite struct BlobStoreErrorTests {
    @Test(arguments: [
        (ENOSPC, FileRole.stored, BlobStoreError.Code.notEnoughSpace, "Free space"),
        (EDQUOT, .stored, .notEnoughSpace, "Free space"),
        (EACCES, .stored, .permissionDenied, "Give this user"),
        (EROFS, .stored, .permissionDenied, "Mount it"),
        (EIO, .stored, .ioFailure, "Check the library's disk"),
        (EXDEV, .stored, .ioFailure, "Keep `originals` and `staging` on one"),
        (ENOENT, .stored, .notFound, "mounted"),
        (ELOOP, .stored, .corrupted, "symbolic link"),
        (EMFILE, .stored, .tooManyOpenFiles, "ulimit"),
        (EMFILE, .source, .tooManyOpenFiles, "ulimit"),
        (EACCES, .source, .sourceUnreadable, "Give this user"),
        (ENOENT, .source, .sourceUnreadable, "Check the path"),
        (EIO, .source, .sourceUnreadable, "try again"),
    ])
    func `a message contains the problem, the path and the next step`(
        number: Int32, role: FileRole, code: BlobStoreError.Code, remedy: String
    ) {
        let failure = SystemCallFailure(call: "write", errno: Errno(rawValue: number), path: "/library/file")
        let error = BlobStoreError(failure, role: role)
        #expect(error.code == code)
        #expect(error.message.contains("/library/file"))
        #expect(error.message.contains(remedy))
        #expect(error.cause == failure)
        #expect(error.description.hasPrefix(error.message))
        #expect(error.description.hasSuffix("(\(number)))"))
        #expect(error.localizedDescription == error.message)
    }
}
