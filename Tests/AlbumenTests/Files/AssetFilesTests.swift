import Records
import Testing

/// The files of an asset that each version shows, plays and exports (§4.5, §6.2.4, §8.2).
@Suite struct AssetFilesTests {
    private struct File: AssetFile, Equatable {
        let resourceType: ResourceType
        let uniformTypeIdentifier: String
        let isUsedAsOriginal: Bool

        init(
            _ type: ResourceType, uniformTypeIdentifier: String = "public.data", isUsedAsOriginal: Bool = false
        ) {
            resourceType = type
            self.uniformTypeIdentifier = uniformTypeIdentifier
            self.isUsedAsOriginal = isUsedAsOriginal
        }
    }

    /// The files of an asset of one kind, and the files of each version.
    struct Expectation: Sendable, CustomTestStringConvertible {
        let name: String
        let types: [ResourceType]
        /// Of the versions current, unadjusted and original, in this order.
        let pictures: [ResourceType?]
        let playables: [ResourceType?]
        let pairedVideos: [ResourceType?]
        let base: ResourceType?
        var pairedVideoBase: ResourceType?
        var isAdjusted = false
        var replaced: Set<ResourceType> = []

        var testDescription: String { name }
    }

    static let expectations: [Expectation] = [
        Expectation(
            name: "no file", types: [], pictures: [nil, nil, nil], playables: [nil, nil, nil],
            pairedVideos: [nil, nil, nil], base: nil),
        Expectation(
            name: "photo", types: [.photo], pictures: [.photo, .photo, .photo], playables: [nil, nil, nil],
            pairedVideos: [nil, nil, nil], base: .photo),
        Expectation(
            name: "edited photo", types: [.photo, .fullSizePhoto, .adjustmentData],
            pictures: [.fullSizePhoto, .photo, .photo], playables: [nil, nil, nil], pairedVideos: [nil, nil, nil],
            base: .photo, isAdjusted: true, replaced: [.photo]),
        Expectation(
            name: "photo edited on top of another app's edit",
            types: [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto],
            pictures: [.fullSizePhoto, .photo, .photo], playables: [nil, nil, nil], pairedVideos: [nil, nil, nil],
            base: .adjustmentBasePhoto, isAdjusted: true, replaced: [.photo, .adjustmentBasePhoto]),
        Expectation(
            name: "edited photo without its rendering", types: [.photo, .adjustmentData],
            pictures: [.photo, .photo, .photo], playables: [nil, nil, nil], pairedVideos: [nil, nil, nil],
            base: .photo),
        Expectation(
            name: "edited photo without its original", types: [.fullSizePhoto, .adjustmentData],
            pictures: [.fullSizePhoto, nil, nil], playables: [nil, nil, nil], pairedVideos: [nil, nil, nil],
            base: nil, isAdjusted: true),
        Expectation(
            name: "RAW and JPEG", types: [.photo, .alternatePhoto], pictures: [.photo, .photo, .alternatePhoto],
            playables: [nil, nil, nil], pairedVideos: [nil, nil, nil], base: .photo),
        Expectation(
            name: "RAW whose JPEG is missing", types: [.alternatePhoto],
            pictures: [.alternatePhoto, .alternatePhoto, .alternatePhoto], playables: [nil, nil, nil],
            pairedVideos: [nil, nil, nil], base: .alternatePhoto),
        Expectation(
            name: "edited RAW and JPEG", types: [.photo, .alternatePhoto, .fullSizePhoto, .adjustmentData],
            pictures: [.fullSizePhoto, .photo, .alternatePhoto], playables: [nil, nil, nil],
            pairedVideos: [nil, nil, nil], base: .photo, isAdjusted: true, replaced: [.photo, .alternatePhoto]),
        Expectation(
            name: "Live Photo", types: [.photo, .pairedVideo], pictures: [.photo, .photo, .photo],
            playables: [.pairedVideo, .pairedVideo, .pairedVideo],
            pairedVideos: [.pairedVideo, .pairedVideo, .pairedVideo], base: .photo, pairedVideoBase: .pairedVideo),
        Expectation(
            name: "edited Live Photo",
            types: [.photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData],
            pictures: [.fullSizePhoto, .photo, .photo], playables: [.fullSizePairedVideo, .pairedVideo, .pairedVideo],
            pairedVideos: [.fullSizePairedVideo, .pairedVideo, .pairedVideo], base: .photo,
            pairedVideoBase: .pairedVideo, isAdjusted: true, replaced: [.photo, .pairedVideo]),
        Expectation(
            name: "Live Photo edited on top of another app's edit",
            types: [
                .photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
                .adjustmentBasePairedVideo,
            ],
            pictures: [.fullSizePhoto, .photo, .photo], playables: [.fullSizePairedVideo, .pairedVideo, .pairedVideo],
            pairedVideos: [.fullSizePairedVideo, .pairedVideo, .pairedVideo], base: .adjustmentBasePhoto,
            pairedVideoBase: .adjustmentBasePairedVideo, isAdjusted: true,
            replaced: [.photo, .pairedVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo]),
        Expectation(
            name: "Live Photo that an edit made a still",
            types: [.photo, .pairedVideo, .fullSizePhoto, .adjustmentData], pictures: [.fullSizePhoto, .photo, .photo],
            playables: [nil, .pairedVideo, .pairedVideo], pairedVideos: [nil, .pairedVideo, .pairedVideo],
            base: .photo, pairedVideoBase: .pairedVideo, isAdjusted: true, replaced: [.photo, .pairedVideo]),
        Expectation(
            name: "Live Photo with an edited video only",
            types: [.photo, .pairedVideo, .fullSizePairedVideo, .adjustmentData], pictures: [.photo, .photo, .photo],
            playables: [.fullSizePairedVideo, .pairedVideo, .pairedVideo],
            pairedVideos: [.fullSizePairedVideo, .pairedVideo, .pairedVideo], base: .photo,
            pairedVideoBase: .pairedVideo, isAdjusted: true, replaced: [.pairedVideo]),
        Expectation(
            name: "Live Photo without its picture", types: [.pairedVideo], pictures: [nil, nil, nil],
            playables: [.pairedVideo, .pairedVideo, .pairedVideo],
            pairedVideos: [.pairedVideo, .pairedVideo, .pairedVideo], base: nil, pairedVideoBase: .pairedVideo),
        Expectation(
            name: "video", types: [.video], pictures: [.video, .video, .video], playables: [.video, .video, .video],
            pairedVideos: [nil, nil, nil], base: .video),
        Expectation(
            name: "slow-motion video with its AAE", types: [.video, .adjustmentData],
            pictures: [.video, .video, .video], playables: [.video, .video, .video], pairedVideos: [nil, nil, nil],
            base: .video),
        Expectation(
            name: "edited video", types: [.video, .fullSizeVideo, .adjustmentData],
            pictures: [.fullSizeVideo, .video, .video], playables: [.fullSizeVideo, .video, .video],
            pairedVideos: [nil, nil, nil], base: .video, isAdjusted: true, replaced: [.video]),
        Expectation(
            name: "video edited on top of another app's edit",
            types: [.video, .fullSizeVideo, .adjustmentData, .adjustmentBaseVideo],
            pictures: [.fullSizeVideo, .video, .video], playables: [.fullSizeVideo, .video, .video],
            pairedVideos: [nil, nil, nil], base: .adjustmentBaseVideo, isAdjusted: true,
            replaced: [.video, .adjustmentBaseVideo]),
    ]

    @Test("each version of each kind of asset has its files, in any order of the resources", arguments: expectations)
    func versions(_ expected: Expectation) {
        for types in [expected.types, expected.types.reversed()] {
            let files = AssetFiles(types.map({ File($0) }))
            for (index, version) in [AssetVersion.current, .unadjusted, .original].enumerated() {
                #expect(files.picture(version)?.resourceType == expected.pictures[index], "\(version)")
                #expect(files.playable(version)?.resourceType == expected.playables[index], "\(version)")
                #expect(files.pairedVideo(version)?.resourceType == expected.pairedVideos[index], "\(version)")
                #expect(
                    files.shown(version).map(\.resourceType)
                        == [expected.pictures[index], expected.pairedVideos[index]].filter { $0 != nil }, "\(version)")
            }
            #expect(files.adjustmentBase?.resourceType == expected.base)
            #expect(files.adjustmentBasePairedVideo?.resourceType == expected.pairedVideoBase)
            #expect(files.isAdjusted == expected.isAdjusted)
            #expect(Set(types.filter { !files.isCurrent(File($0)) }) == expected.replaced)
            #expect(files.all.map(\.resourceType) == types.sorted())
        }
    }

    @Test func `a RAW that is used as the original is the unadjusted version`() {
        let raw = File(
            .alternatePhoto, uniformTypeIdentifier: "com.nikon.raw-image", isUsedAsOriginal: true)
        let (jpeg, edited) = (File(.photo, uniformTypeIdentifier: "public.jpeg"), File(.fullSizePhoto))
        for files in [AssetFiles([raw, jpeg]), AssetFiles([jpeg, raw])] {
            #expect(AssetVersion.allCases.map { files.picture($0) } == [raw, raw, raw, jpeg])
            #expect(files.adjustmentBase == raw && files.describingFile == jpeg)
            #expect(files.choosableOriginals?.raw == raw && files.choosableOriginals?.compressed == jpeg)
            #expect(files.originals == [jpeg, raw])
        }
        let files = AssetFiles([jpeg, raw, edited])
        #expect(AssetVersion.allCases.map { files.picture($0) } == [edited, raw, raw, jpeg])
        for others in [[jpeg], [raw], [jpeg, File(.alternatePhoto, uniformTypeIdentifier: "public.jpeg")]] {
            #expect(AssetFiles(others).choosableOriginals == nil)
        }
    }

    @Test("the originals are the camera's files without those of an edit, the photo first")
    func originals() {
        let types: [ResourceType] = [
            .pairedVideo, .adjustmentData, .fullSizePhoto, .alternatePhoto, .adjustmentBasePhoto, .photo,
        ]
        #expect(
            AssetFiles(types.map({ File($0) })).originals.map(\.resourceType) == [
                .photo, .alternatePhoto, .pairedVideo,
            ])
    }

    @Test("the primary file is the first one if an asset has no photo, and missing if it has no files")
    func primary() {
        let files = AssetFiles([File(.adjustmentData), File(.audio)])
        #expect(files.primary(.current)?.resourceType == .audio)
        #expect(AssetFiles<File>([]).primary(.current) == nil)
        let unknown = File(ResourceType(rawValue: 99))
        #expect(AssetFiles([unknown]).primary(.current) == unknown)
        #expect(AssetFiles([unknown]).picture(.current) == nil)
    }

    /// The catalog detects a change of content by the type alone, so it must know each type that changes the visible
    /// content.
    @Test("a file is a change of content exactly if the asset shows or plays something else with it")
    func typesInView() {
        for type in ResourceType.names.keys.sorted() {
            let changes = [[ResourceType.photo], [.video], [.photo, .pairedVideo]].contains { types in
                let before = AssetFiles(types.map({ File($0) }))
                let after = AssetFiles((types + [type]).map({ File($0) }))
                return before.picture(.current) != after.picture(.current)
                    || before.playable(.current) != after.playable(.current)
            }
            #expect(ResourceType.inView.contains(type) == changes, "\(type)")
        }
    }
}
