import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The names of exported edits, and how an import recognizes them.
@Suite struct EditFileNameTests {
    @Test(
        "an edit has the original's name with a letter",
        arguments: [
            ("IMG_1234", "IMG_E1234"), ("IMG_1234 (2)", "IMG_E1234 (2)"),
            ("IMG_20240507_093304", "IMG_20240507_E093304"),
            ("DSC01234", "E_DSC01234"), ("Holiday", "E_Holiday"), ("IMG_E1234", "E_IMG_E1234"), ("a_1-2", "a_E1-2"),
            ("雨", "E_雨"), ("_1", "_E1"),
        ])
    func names(original: String, edited: String) {
        #expect(EditFileName.stem("E", of: original) == edited)
        #expect(EditFileName.originals("E", of: edited).contains(original))
        let base = EditFileName.stem("B", of: original)
        #expect(EditFileName.originals("B", of: base).contains(original))
    }

    @Test(
        "other names aren't those of an edit", arguments: ["IMG_1234", "Holiday", "E", "E_", "IMG_E", "IMGE1234", ""])
    func others(name: String) {
        #expect(EditFileName.originals("E", of: name).isEmpty)
    }

    @Test func `an edited file of an edited file belongs to the one that exists`() {
        #expect(EditFileName.originals("E", of: "E_IMG_E1234") == ["E_IMG_1234", "IMG_E1234"])
        let names = ["IMG_E1234.JPG", "E_IMG_E1234.JPG"]
        #expect(EditFileNames.find(among: names).map(\.originalStem) == ["IMG_E1234"])
    }

    @Test func `an edit needs an original and a rendering, and can have a video and a base`() {
        let names = [
            "IMG_1.HEIC", "IMG_1.MOV", "IMG_E1.HEIC", "IMG_E1.MOV", "IMG_B1.HEIC", "IMG_1.AAE", "IMG_2.JPG",
            "IMG_E3.JPG",
        ]
        let found = EditFileNames.find(among: names.shuffled())
        #expect(
            found == [
                EditFileNames(
                    originalStem: "IMG_1", originals: ["IMG_1.HEIC", "IMG_1.MOV"],
                    renderings: ["IMG_E1.HEIC", "IMG_E1.MOV"], bases: ["IMG_B1.HEIC"],
                    documents: ["IMG_E1.AAE", "IMG_E1.aae", "IMG_1.AAE", "IMG_1.aae"])
            ])
    }
}
