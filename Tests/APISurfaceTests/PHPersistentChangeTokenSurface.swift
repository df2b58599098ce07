import Photos

func usePHPersistentChangeToken(_ token: PHPersistentChangeToken, _ coder: NSCoder) {
    let _: NSObject = token
    let _: any NSSecureCoding = token
    let _: any NSCopying = token
    let _: PHPersistentChangeToken? = PHPersistentChangeToken(coder: coder)
    let _: Bool = PHPersistentChangeToken.supportsSecureCoding
    token.encode(with: coder)
    let _: Any = token.copy(with: nil)
    requireSendable(token)
    requireHashable(token)
}
