import Foundation
import GRDB
import Records

extension ChangeRecord {
    static let selection = "id, date, author"

    init(row: Row) {
        self.init(id: row[0], date: Date(timeIntervalSinceReferenceDate: row[1]), author: row[2])
    }
}
