import Photos

func usePHPersistentChangeFetchResultIterator(_ result: PHPersistentChangeFetchResult) {
    let iterator = PHPersistentChangeFetchResult.Iterator(fetchResult: result)
    let _: PHPersistentChangeFetchResult.Iterator.Element? = nil
    let _: PHPersistentChange? = iterator.next()
}
