import Synchronization
import Testing

@testable import AlbumenServer

/// The shares of the videos that edits are rendering.
@Suite struct EditProgressTests {
    @Test func `each new percent is reported once, and an edit ends with its object`() throws {
        let count = Mutex(0)
        let progress = EditProgress { count.withLock { $0 += 1 } }
        var first: EditProgress.Edit? = progress.edit(of: "A")
        let second = progress.edit(of: "B")
        #expect(try progress.text == #"{"edits":[]}"#)
        first?.report(0)
        first?.report(0.421)
        first?.report(0.429)
        second.report(7)
        #expect(try progress.text == #"{"edits":[{"asset":"A","percent":42},{"asset":"B","percent":100}]}"#)
        #expect(count.withLock { $0 } == 3)
        first = nil
        #expect(try progress.text == #"{"edits":[{"asset":"B","percent":100}]}"#)
        #expect(count.withLock { $0 } == 4)
    }
}
