// swift-tools-version: 6.0
import PackageDescription

/// A program of this folder. The worker, which decodes the files, is built beside it.
func example(
    _ name: String, _ products: [String] = ["Photos", "UIKit"], _ mode: SwiftLanguageMode = .v5
) -> Target {
    .executableTarget(
        name: name,
        dependencies: (products + ["albumen-media-worker"]).map {
            .product(name: $0, package: "albumen", condition: .when(platforms: [.linux]))
        },
        path: name, swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "examples",
    dependencies: [
        // Named because the parent folder can have any name.
        .package(name: "albumen", path: "..")
    ],
    targets: [
        example("Albums"), example("Changes"), example("Cloud"), example("Crop"), example("Export"), example("Filter"),
        example("Grey"), example("Thumbnails"),
        // The command shows the picker's page.
        example("Picker", ["PhotosUI", "albumen"]),
        example("Timeline", ["PhotosUI", "SwiftUI", "albumen"], .v6),
    ]
)
