/// A kind of object whose changes the history records.
package enum ChangedObject: Sendable, Hashable, CaseIterable {
    case asset, album, folder
}
