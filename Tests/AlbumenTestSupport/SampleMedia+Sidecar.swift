package import Foundation

extension SampleMedia {
    /// An XMP file that says nothing.
    package static let emptySidecar = sidecar("")

    /// Returns an XMP file with these elements. The prefixes `dc`, `exif`, `xmp`, `fstop` and `rdf` are declared.
    package static func sidecar(_ elements: String) -> Data {
        Data(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:fstop="http://www.fstopapp.com/xmp/">
            \(elements)
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8)
    }
}
