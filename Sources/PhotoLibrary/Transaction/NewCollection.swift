import Catalog
package import Records

/// An album or a folder to create at the front of the top level.
package struct NewCollection: Sendable, Equatable {
    package var uuid: String
    package var kind: CollectionRecord.Kind
    package var title: String

    package init(uuid: String, kind: CollectionRecord.Kind, title: String) {
        self.uuid = uuid
        self.kind = kind
        self.title = title
    }
}
