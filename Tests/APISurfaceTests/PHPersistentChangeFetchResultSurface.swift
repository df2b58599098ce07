import Photos

func usePHPersistentChangeFetchResult(_ result: PHPersistentChangeFetchResult) {
    let _: NSObject = result
    let _: PHPersistentChangeFetchResult.Element? = nil
    let _: PHPersistentChangeFetchResult.Iterator = result.makeIterator()
    for change in result { let _: PHPersistentChange = change }
    let _: [PHPersistentChangeToken] = result.map(\.changeToken)
}
