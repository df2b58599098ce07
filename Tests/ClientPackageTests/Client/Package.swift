// swift-tools-version: 6.0
import PackageDescription

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
        .executableTarget(
            name: "Gallery", dependencies: ["GalleryModel"], swiftSettings: [.swiftLanguageMode(.v5)]),
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
        // The example's own files.
        .executableTarget(
            name: "Thumbnails",
            dependencies: [
                .product(name: "Photos", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "UIKit", package: "albumen", condition: .when(platforms: [.linux])),
                .product(name: "albumen-media-worker", package: "albumen", condition: .when(platforms: [.linux])),
            ],
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
