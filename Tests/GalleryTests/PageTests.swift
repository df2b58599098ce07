import Testing

/// The page of `albumen serve` in a browser. Two tests run at a time, because each has a browser, a server and their
/// processes.
@Suite(
    "The page in Chromium", .limited(to: 2),
    .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
enum PageTests {}
