import Photos
import UIKit

func usePHCloudIdentifier(_ identifier: PHCloudIdentifier, _ coder: NSCoder) {
    let _: NSObject = identifier
    let _: any NSSecureCoding = identifier
    let _: any NSCopying = identifier
    let _: String = identifier.archivalStringValue
    let _: PHCloudIdentifier? = PHCloudIdentifier(archivalStringValue: identifier.archivalStringValue)
    let _: PHCloudIdentifier? = PHCloudIdentifier(coder: coder)
    let _: Bool = PHCloudIdentifier.supportsSecureCoding
    let _: Any = identifier.copy(with: nil)
    identifier.encode(with: coder)
    let _: [PHCloudIdentifier: String] = [identifier: "one"]
    requireSendable(identifier)
    requireHashable(identifier)
}

@available(*, deprecated)
func useDeprecatedText(of identifier: PHCloudIdentifier) {
    let _: String = identifier.stringValue
    let _: PHCloudIdentifier = PHCloudIdentifier(stringValue: identifier.stringValue)
}
