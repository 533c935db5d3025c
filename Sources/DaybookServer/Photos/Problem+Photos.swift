import DaybookCore
import DaybookStore
import HTTPTypes

extension PhotoRefusal {
    /// What the person is told.
    var problem: Problem {
        switch self {
        case .tooManyBytes(let limit):
            Problem(.contentTooLarge, "A photo may have \(Problem.megabytes(Int64(limit))) at most; this one has more.")
        case .noPicture:
            Problem(
                .unsupportedMediaType,
                "This is no JPEG, PNG, WebP or GIF picture, or it is broken. Choose another one."
            )
        case .tooManyPixels(let header):
            .broken([
                Violation(
                    .photo,
                    .tooLargeDimensions,
                    """
                    This picture claims to be \(header.width) × \(header.height) pixels. \(Photo.sideMaximum) a side and \
                    \(ImageHeader.pixelsMaximum / 1_000_000) million together can be shown.
                    """
                )
            ])
        case .otherBytes:
            .broken([
                Violation(.photo, .hash, "These are not the bytes that were announced. Send the photo once more.")
            ])
        }
    }
}

extension Problem {
    /// 507: the account's photos have all the room they may have (RFC 4331, section 6).
    static func overQuota(_ usage: PhotoUsage, of quota: Int64) -> Problem {
        let message = """
            Your photos take \(megabytes(usage.bytes)) of the \(megabytes(quota)) that you may have here. \
            Delete some, or ask whoever runs this Daybook for more.
            """
        return Problem(.insufficientStorage, message, violations: [Violation(.photo, .quota, message)])
    }

    /// 507: the account has as many photos as it may, however small they are.
    static let tooManyPhotos: Problem = {
        let message = """
            This account has as many photos as it may have here. \
            Delete some, or ask whoever runs this Daybook for more.
            """
        return Problem(.insufficientStorage, message, violations: [Violation(.photo, .quota, message)])
    }()

    /// 416, with how much there is.
    static func noSuchRange(of count: Int) -> Problem {
        Problem(
            .rangeNotSatisfiable,
            "The photo has \(count) bytes, and none of those that were asked for.",
            headers: [.contentRange: "bytes */\(count)"]
        )
    }

    /// Bytes as a person reads them.
    static func megabytes(_ bytes: Int64) -> String {
        bytes < 10_000_000 && bytes % 1_000_000 != 0
            ? "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB" : "\(bytes / 1_000_000) MB"
    }
}
