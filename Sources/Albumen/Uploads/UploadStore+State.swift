/// What the store keeps in memory.
extension UploadStore {
    struct Entry {
        var status: UploadStatus
        var append: UploadAppend?
        /// Ends the request that sends bytes.
        var cancelRequest: (@Sendable () -> Void)?
        /// Called when the request has ended.
        var whenFree: [@Sendable () -> Void] = []
        /// The number of bytes on the disk, also those that aren't durable yet.
        var written: Int64 = 0

        var record: UploadRecord { status.record }
        var isUnfinished: Bool { status.outcome == nil }
        /// The number of bytes that the file takes on the disk.
        var size: Int64 { max(record.offset, written) }
    }

    /// Senders choose the identifiers of their deliveries, and each for itself.
    struct DeliveryKey: Hashable {
        let sender: String
        let identifier: String

        init(_ identifier: String, of sender: String) { (self.identifier, self.sender) = (identifier, sender) }

        init(_ record: UploadRecord) { self.init(record.delivery.identifier, of: record.sender) }
    }

    struct State {
        var folder: UploadFolder?
        var entries: [String: Entry] = [:]
        /// The uploads that are in the library or were refused, the oldest first.
        var finished: [String] = []
        var deliveries: [DeliveryKey: UploadRecord.Delivery] = [:]
        /// The deliveries of which the sender said that all files have been sent.
        var ended: Set<DeliveryKey> = []
        /// The names of files in the folder that can't be read.
        var unreadable: [String] = []
        var version = 0
        var isClosed = false

        /// Returns a number that no file with the name in a delivery has: more than all that are there, because one of
        /// those before may have been cancelled.
        func nextNamesake(
            of filename: String, _ delivery: UploadRecord.Delivery, except identifier: String? = nil
        ) -> Int {
            entries.values.lazy.map(\.record).filter {
                $0.delivery == delivery && $0.filename == filename && $0.identifier != identifier
            }.map { $0.namesake + 1 }.max() ?? 0
        }
    }
}
