import Photos

func usePHPersistentObjectChangeDetails(_ details: PHPersistentObjectChangeDetails) {
    let _: NSObject = details
    let _: PHObjectType = details.objectType
    let _: Set<String> = details.insertedLocalIdentifiers
    let _: Set<String> = details.updatedLocalIdentifiers
    let _: Set<String> = details.deletedLocalIdentifiers
    requireSendable(details)
}
