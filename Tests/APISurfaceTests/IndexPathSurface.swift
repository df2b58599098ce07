import Photos
import UIKit

func useIndexPath() {
    let path: IndexPath = IndexPath(row: 1, section: 0)
    let _: IndexPath = IndexPath(item: 1, section: 0)
    let _: Int = path.row
    let _: Int = path.item
    let _: Int = path.section
    var next = path
    next.row += 1
    next.item += 1
    next.section = 2
    let _: [IndexPath] = IndexSet(0..<3).map { IndexPath(item: $0, section: 0) }
    let _: Bool = next > path
}
