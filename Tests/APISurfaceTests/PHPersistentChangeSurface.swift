import Photos

func usePHPersistentChange(_ change: PHPersistentChange) throws {
    let _: NSObject = change
    let _: PHPersistentChangeToken = change.changeToken
    let _: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
    requireSendable(change)
}
