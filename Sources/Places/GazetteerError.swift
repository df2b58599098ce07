import CodedErrors
import Foundation

/// The reason why a file of places can't be read.
package struct GazetteerError: CodedError {
    package enum Code: Sendable {
        case missing, unreadable, damaged, otherFormat
    }

    package let code: Code
    package let message: String

    static func unreadable(_ file: URL, _ reason: String) -> Self {
        Self(code: .unreadable, message: "\(file.path) can't be read: \(reason). Install Albumen again.")
    }

    static func damaged(_ file: URL, _ reason: String) -> Self {
        Self(
            code: .damaged, message: "\(file.path) isn't a complete file of places: \(reason). Install Albumen again.")
    }

    static func otherFormat(_ file: URL, _ format: Int) -> Self {
        Self(
            code: .otherFormat,
            message: "\(file.path) has the format \(format), and this program reads the format "
                + "\(GazetteerFile.format). Install the program and its files from one version of Albumen.")
    }

    static func missing(_ places: String) -> Self {
        Self(
            code: .missing,
            message: "The file \(Gazetteer.fileName) is missing. It's searched \(places). Install Albumen again.")
    }
}
