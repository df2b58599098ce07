/// The reasons why a document isn't read.
enum XMPFailure: Error {
    case tooLong, tooDeep, tooManyValues, notUnicode, malformed, documentType, noProperties

    func error(of file: String) -> SourceError {
        let advice = "Write the file again with the program that made it, or delete it."
        return switch self {
        case .tooLong: SourceError(.damaged, "\(file) is longer than 1 MiB, so it isn't read as a sidecar.")
        case .tooDeep: SourceError(.damaged, "The elements of \(file) are nested too deeply. \(advice)")
        case .tooManyValues: SourceError(.damaged, "\(file) contains too many values. \(advice)")
        case .notUnicode: SourceError(.damaged, "The text of \(file) isn't in UTF-8 or UTF-16. \(advice)")
        case .malformed: SourceError(.damaged, "\(file) isn't a well-formed XML document. \(advice)")
        case .documentType:
            SourceError(.unsupported, "\(file) has a document type, which XMP doesn't allow. \(advice)")
        case .noProperties: SourceError(.unsupported, "\(file) doesn't contain XMP. \(advice)")
        }
    }
}
