import Photos

func usePHPersistentChangeToken(_ token: PHPersistentChangeToken, _ coder: NSCoder) {
    let _: NSObject = token
    let _: any NSSecureCoding = token
    let _: any NSCopying = token
    let _: PHPersistentChangeToken? = PHPersistentChangeToken(coder: coder)
    let _: Bool = PHPersistentChangeToken.supportsSecureCoding
    token.encode(with: coder)
    requireSendable(token)
    requireHashable(token)
}

func usePHPersistentChange(_ change: PHPersistentChange) throws {
    let _: NSObject = change
    let _: PHPersistentChangeToken = change.changeToken
    let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
    let _: NSObject = details
    let _: PHObjectType = details.objectType
    let _: Set<String> = details.insertedLocalIdentifiers
    let _: Set<String> = details.updatedLocalIdentifiers
    let _: Set<String> = details.deletedLocalIdentifiers
    requireSendable(change)
    requireSendable(details)
}

func usePHPersistentChangeFetchResult(_ result: PHPersistentChangeFetchResult) {
    let _: NSObject = result
    let _: PHPersistentChangeFetchResult.Element? = nil
    let iterator: PHPersistentChangeFetchResult.Iterator = result.makeIterator()
    let _: PHPersistentChange? = iterator.next()
    let other = PHPersistentChangeFetchResult.Iterator(fetchResult: result)
    let _: PHPersistentChangeFetchResult.Iterator.Element? = other.next()
    for change in result { let _: PHPersistentChange = change }
    let _: [PHPersistentChangeToken] = result.map(\.changeToken)
}

func usePersistentHistory(_ library: PHPhotoLibrary) throws {
    let token: PHPersistentChangeToken = library.currentChangeToken
    let _: PHPersistentChangeFetchResult = try library.fetchPersistentChanges(since: token)
}
