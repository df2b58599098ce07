import PhotoSources
import Testing

/// The kinds of folders (imports 2.1).
@Suite struct TakeoutFolderTests {
    private func kinds(_ folders: [(name: String, title: String?)]) -> [TakeoutFolder.Kind] {
        TakeoutFolder.kinds(of: folders.map { TakeoutFolder(name: $0.name, albumTitle: $0.title) })
    }

    @Test(arguments: [
        "Photos from %", "Fotos von %", "Fotos del %", "Photos de %", "Irgendwas aus %", "% 年の写真", "%年的照片",
    ])
    func `year folders in any language differ only in the year`(form: String) {
        let names = ["2018", "2019", "2023"].map { form.replacing("%", with: $0) }
        let found = kinds(names.map { ($0, nil) } + [("Nordsee 2023", nil), ("Hochzeit", nil)])
        #expect(found == [.year, .year, .year, .album(title: "Nordsee 2023"), .album(title: "Hochzeit")])
    }

    @Test func `albums whose titles end in a year are albums`() {
        let found = kinds([
            ("Photos from 2023", nil), ("Nordsee 2022", "Nordsee 2022"), ("Nordsee 2023", "Nordsee 2023"),
            ("Alps 2021(1)", "Alps 2021"),
        ])
        #expect(
            found == [
                .year, .album(title: "Nordsee 2022"), .album(title: "Nordsee 2023"), .album(title: "Alps 2021"),
            ])
    }

    @Test func `a year folder can have an album document that repeats its name`() {
        #expect(
            kinds([("Photos from 2019", "Photos from 2019"), ("Photos from 2020", "Trip")]) == [
                .year, .album(title: "Trip"),
            ])
    }

    @Test func `a single folder of an unknown language with a year is a year folder`() {
        #expect(kinds([("Mynd frá 2019", nil), ("Hús", nil)]) == [.year, .album(title: "Hús")])
    }

    @Test func `folders of days are like years`() {
        #expect(
            kinds([("2016-06-16", nil), ("2016-06-16 #2", "2016-06-16 #2"), ("2016-06-1x", nil)]) == [
                .year, .year, .album(title: "2016-06-1x"),
            ])
    }

    @Test func `years are from 1900 to 2100 and stand alone`() {
        let names = ["Photos from 1899", "Photos from 2101", "Photos from 12019", "IMG2019x", "Photos from ٢٠١٩"]
        for name in names { #expect(kinds([(name, nil), ("Photos from 2019", nil)])[0] == .album(title: name)) }
    }

    @Test func `albums without titles, the trash, the archive and failed videos are told apart`() {
        var trash = TakeoutFolder(name: "Papierkorb")
        (trash.itemCount, trash.trashedCount) = (3, 3)
        var archive = TakeoutFolder(name: "Archiv")
        (archive.itemCount, archive.archivedCount) = (2, 2)
        var mixed = TakeoutFolder(name: "Mix", albumTitle: "Mix!")
        (mixed.itemCount, mixed.archivedCount) = (2, 2)
        let found = TakeoutFolder.kinds(of: [
            trash, archive, mixed, TakeoutFolder(name: "Untitled(3)"), TakeoutFolder(name: "Sans titre"),
            TakeoutFolder(name: "Anything", albumTitle: ""), TakeoutFolder(name: "Failed Videos"),
        ])
        #expect(
            found == [
                .trash, .archive, .album(title: "Mix!"), .untitledAlbum, .untitledAlbum, .untitledAlbum, .failedVideos,
            ])
    }
}
