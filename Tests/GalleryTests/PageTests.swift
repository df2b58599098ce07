import Testing

/// The page of `albumen serve` in a browser. One test runs at a time, because each has a browser, a server and their
/// processes.
@Suite(
    "The page in Chromium", .limited(to: 1),
    .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
enum PageTests {}
