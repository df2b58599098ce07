// This file imports both `Testing` and `UIKit`. It only compiles with the module `_Testing_UIKit`.
import Testing
import UIKit

@Suite struct IndexPathTests {
    @Test func `an index path of an item consists of section and item`() {
        let indexPath = IndexPath(item: 3, section: 1)
        #expect(indexPath == IndexPath(indexes: [1, 3]))
        #expect(indexPath.section == 1 && indexPath.item == 3 && indexPath.row == 3)
        #expect(indexPath == IndexPath(row: 3, section: 1))
    }

    @Test func `setting one index keeps the other`() {
        var indexPath = IndexPath(row: 0, section: 0)
        indexPath.section = 2
        indexPath.row = 5
        #expect(indexPath == IndexPath(row: 5, section: 2))
        indexPath.item = 7
        #expect(indexPath == IndexPath(item: 7, section: 2))
    }

    @Test func `importing UIKit imports Foundation`() {
        #expect(URL(fileURLWithPath: "/a.jpg").pathExtension == "jpg")
    }
}
