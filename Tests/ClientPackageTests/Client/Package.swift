// swift-tools-version: 6.0
import PackageDescription

/// An example's program: it has images decoded, and so needs the worker beside it.
func example(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
            .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
        ],
        swiftSettings: [.swiftLanguageMode(.v5)])
}

/// Gives modules of Albumen the names that clients import. See docs/neighbours.md.
let moduleAliases: [SwiftSetting] = [
    .unsafeFlags(
        ["-module-alias", "Combine=AlbumenCombine", "-module-alias", "os=AlbumenOS"], .when(platforms: [.linux]))
]

/// Clients of the frameworks beside PhotoKit, in both language modes. The files for the Swift 6 mode are copies.
func neighbourClient(_ name: String, _ products: [String], isExecutable: Bool = false) -> [Target] {
    [("", SwiftLanguageMode.v5), ("Six", .v6)].map { suffix, mode in
        let dependencies = products.map {
            Target.Dependency.product(name: $0, package: "albumen", condition: .when(platforms: [.linux]))
        }
        let settings = moduleAliases + [.swiftLanguageMode(mode)]
        return isExecutable
            ? .executableTarget(name: name + suffix, dependencies: dependencies, swiftSettings: settings)
            : .target(name: name + suffix, dependencies: dependencies, swiftSettings: settings)
    }
}

let neighbourClients: [Target] =
    neighbourClient("CombineClient", ["Combine", "Photos", "UIKit"], isExecutable: true)
    + neighbourClient("CryptoKitClient", ["CryptoKit"])
    + neighbourClient("LocalizationClient", ["FoundationAdditions"])
    + neighbourClient("LoggingClient", ["OSLog", "os"])
    + neighbourClient("MobileCoreServicesClient", ["MobileCoreServices"])
    + neighbourClient("SwiftUIClient", ["PhotosUI", "SwiftUI"])
    + neighbourClient("UIKitClient", ["Photos", "PhotosUI", "UIKit"])

/// What a client of Albumen writes. A test copies this folder to `.build/client/gallery`. The name is given because
/// SwiftPM would take it from the folder of the clone.
let package = Package(
    name: "gallery",
    dependencies: [
        .package(name: "albumen", path: "../../..")
    ],
    targets: neighbourClients + [
        .target(
            name: "GalleryModel",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // The command is built with it, as users build it.
        .executableTarget(
            name: "Gallery",
            dependencies: [
                "GalleryModel",
                .product(name: "albumen", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "GallerySix",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "recent",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ]),
        // The examples' own files.
        example("Thumbnails"),
        example("Albums"),
        example("Changes"),
        example("Export"),
        example("Crop"),
        example("Grey"),
        example("Filter"),
        example("Cloud"),
        // A test runs the project's own server.
        .executableTarget(
            name: "Picker",
            dependencies: [
                .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "Timeline",
            dependencies: [
                .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "SwiftUI", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // The samples of the documentation, each in a function of its own.
        .target(
            name: "Documentation",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // The mocks of Tests/APISurfaceTests, which are compiled in the Swift 5 language mode there.
        .target(
            name: "MocksSix",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // A maker of Live Photos: it reads and writes movies in the worker. Its closures capture AVFoundation's classes,
        // which aren't sendable.
        .executableTarget(
            name: "LivePhotoMakerClient",
            dependencies: [
                .product(name: "AVFoundation", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UniformTypeIdentifiers", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // The targets with "Six" have the same files as the others, which a test copies.
        // What clients of PhotoKit write, as far as it is declared.
        .target(
            name: "ClientUsage",
            dependencies: [
                .product(name: "AVKit", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "ImageIO", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            ],
            exclude: ["ClientUsage.tsv", "Waiting.tsv"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "GalleryModelTests",
            dependencies: [
                "GalleryModel",
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
            ]),
    ]
)
