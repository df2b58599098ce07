package import Catalog
package import Foundation
package import Records

/// A smart album: its subtype, its titles, and the rule that determines its members.
package struct SmartAlbum: Sendable, Hashable {
    /// The rule for members, from which their query is built.
    enum Rule: Sendable {
        case matching(AssetFilter)
        /// Assets added in the last `days` days.
        case addedWithin(days: Int)
        case hidden
        /// Assets in Recently Deleted.
        case trashed
        /// Assets that match a filter with a small index of its own.
        case rare(AssetFilter)
        /// No assets, because Albumen has none of this kind.
        case empty
    }

    package let subtype: CollectionSubtype
    package let englishTitle: String
    package let chineseTitle: String
    let rule: Rule

    /// Compares the subtypes, because each subtype has exactly one album.
    package static func == (left: SmartAlbum, right: SmartAlbum) -> Bool {
        left.subtype == right.subtype
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(subtype)
    }

    init(_ subtype: CollectionSubtype, _ englishTitle: String, _ chineseTitle: String, _ rule: Rule) {
        self.subtype = subtype
        self.englishTitle = englishTitle
        self.chineseTitle = chineseTitle
        self.rule = rule
    }

    /// The UUID, which is the same in every library because a smart album has no row.
    package var uuid: String {
        let digits = String(subtype.rawValue)
        return "A1B0A1B0-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    package func title(languageCode: String?) -> String {
        languageCode == "zh" ? chineseTitle : englishTitle
    }

    /// Restricts a query to the album's members.
    package func restrict(_ query: inout AssetQuery, now: Date) {
        switch rule {
        case .matching(let filter), .rare(let filter): Self.add(filter, to: &query)
        case .addedWithin(let days):
            let since = AssetFilter.Value.real(Self.bound(days: days, now: now))
            Self.add(.comparison(.column(.addedDate), .greaterOrEqual, since), to: &query)
        case .hidden:
            query.hidden = .only
        case .trashed:
            query.trashed = .only
            query.hidden = .included
            query.includesAllBurstMembers = true
            query.sourceTypes = .all
            if query.orderings.isEmpty {
                query.orderings = [AssetOrdering(column: .trashedDate, isAscending: false)]
            }
        case .empty:
            query.filter = .none
        }
    }

    private static func add(_ filter: AssetFilter, to query: inout AssetQuery) {
        query.filter = query.filter == .all ? filter : .and([filter, query.filter])
    }
}

extension SmartAlbum {
    /// The number of days for a smart album of recently added assets; otherwise `nil`.
    var dayLimit: Int? {
        if case .addedWithin(let days) = rule { days } else { nil }
    }

    /// Returns the date `days` days ago as a stored value.
    static func bound(days: Int, now: Date) -> Double {
        now.addingTimeInterval(-Double(days) * 86_400).timeIntervalSinceReferenceDate
    }

    package static func withSubtype(_ subtype: CollectionSubtype) -> SmartAlbum? {
        all.first { $0.subtype == subtype }
    }

    package static func withUUID(_ uuid: String) -> SmartAlbum? {
        all.first { $0.uuid == uuid }
    }

    /// The recently deleted assets. Apple has no public name for this subtype, but clients use its number.
    package static let recentlyDeleted = SmartAlbum(.smartAlbumRecentlyDeleted, "Recently Deleted", "最近删除", .trashed)

    /// All subtypes that PhotoKit names, in ascending order, and two that clients use by number.
    package static let all: [SmartAlbum] = [
        SmartAlbum(.smartAlbumPanoramas, "Panoramas", "全景照片", .matching(has(.photoPanorama))),
        SmartAlbum(.smartAlbumVideos, "Videos", "视频", .matching(isVideo)),
        SmartAlbum(.smartAlbumFavorites, "Favorites", "个人收藏", .matching(isTrue(.isFavorite))),
        SmartAlbum(.smartAlbumTimelapses, "Time-lapse", "延时摄影", .matching(.and([isVideo, has(.videoTimelapse)]))),
        SmartAlbum(.smartAlbumAllHidden, "Hidden", "已隐藏", .hidden),
        SmartAlbum(.smartAlbumRecentlyAdded, "Recently Added", "最近添加", .addedWithin(days: 30)),
        SmartAlbum(.smartAlbumBursts, "Bursts", "连拍快照", .matching(isTrue(.representsBurst))),
        SmartAlbum(.smartAlbumSlomoVideos, "Slo-mo", "慢动作", .matching(.and([isVideo, has(.videoHighFrameRate)]))),
        SmartAlbum(.smartAlbumUserLibrary, "Recents", "最近项目", .matching(.all)),
        SmartAlbum(.smartAlbumSelfPortraits, "Selfies", "自拍", .matching(isTrue(.isSelfPortrait))),
        SmartAlbum(.smartAlbumScreenshots, "Screenshots", "截屏", .matching(has(.photoScreenshot))),
        SmartAlbum(.smartAlbumDepthEffect, "Portrait", "人像", .matching(has(.photoDepthEffect))),
        SmartAlbum(.smartAlbumLivePhotos, "Live Photos", "实况照片", .matching(has(.photoLive))),
        SmartAlbum(.smartAlbumAnimated, "Animated", "动图", .matching(isAnimated)),
        SmartAlbum(
            .smartAlbumLongExposures, "Long Exposure", "长曝光",
            .rare(.equal(.playbackVariation, PlaybackVariation.longExposure))),
        SmartAlbum(.smartAlbumUnableToUpload, "Unable to Upload", "无法上传", .rare(isTrue(.isUnableToUpload))),
        SmartAlbum(.smartAlbumRAW, "RAW", "RAW", .matching(isTrue(.isRAW))),
        SmartAlbum(.smartAlbumCinematic, "Cinematic", "电影效果", .empty),
        SmartAlbum(.smartAlbumSpatial, "Spatial", "空间", .empty),
        SmartAlbum(.smartAlbumScreenRecordings, "Screen Recordings", "屏幕录制", .matching(has(.videoScreenRecording))),
        recentlyDeleted,
        SmartAlbum(.smartAlbumRecovered, "Recovered", "已恢复", .empty),
    ]

    /// Animated images, and Live Photos whose videos repeat.
    private static let isAnimated = AssetFilter.or([
        .equal(.playbackStyle, PlaybackStyle.imageAnimated), .equal(.playbackStyle, PlaybackStyle.videoLooping),
    ])

    private static let isVideo = AssetFilter.equal(.mediaType, AssetMediaType.video)

    private static func has(_ subtype: MediaSubtypes) -> AssetFilter {
        .hasAny(.mediaSubtypes, of: subtype)
    }

    private static func isTrue(_ column: AssetColumn) -> AssetFilter {
        .comparison(.column(column), .equal, .integer(1))
    }
}
