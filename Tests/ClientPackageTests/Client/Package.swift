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

/// A client of UIKit's models.
func uiKitClient(_ name: String, _ mode: SwiftLanguageMode) -> Target {
    .target(
        name: name,
        dependencies: [
            .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
            .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
            .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
        ],
        swiftSettings: [.swiftLanguageMode(mode)])
}

/// A client of SwiftUI's values.
func swiftUIClient(_ name: String, _ mode: SwiftLanguageMode) -> Target {
    .target(
        name: name,
        dependencies: [
            .product(name: "PhotosUI", package: "albumen", condition: .when(platforms: [.linux])),
            .product(name: "SwiftUI", package: "albumen", condition: .when(platforms: [.linux])),
        ],
        swiftSettings: [.swiftLanguageMode(mode)])
}

/// What a client of Albumen writes. A test copies this folder out of the project, beside a link named `albumen`.
let package = Package(
    name: "gallery",
    dependencies: [
        .package(path: "../albumen")
    ],
    targets: [
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
        // The targets with "Six" have the same files as the others, which a test copies.
        uiKitClient("UIKitClient", .v5),
        uiKitClient("UIKitClientSix", .v6),
        swiftUIClient("SwiftUIClient", .v5),
        swiftUIClient("SwiftUIClientSix", .v6),
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
