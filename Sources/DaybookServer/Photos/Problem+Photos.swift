import DaybookCore
import DaybookStore
import HTTPTypes

extension PhotoRefusal {
    /// The problem for the person.
    var problem: Problem {
        switch self {
        case .tooManyBytes(let limit):
            Problem(
                .contentTooLarge,
                "This photo is larger than \(Problem.megabytes(Int64(limit))). Choose a smaller one."
            )
        case .noPicture:
            Problem(
                .unsupportedMediaType,
                "This file is not a whole JPEG, PNG, WebP or GIF picture. Choose another one."
            )
        case .tooManyPixels(let header):
            .broken([
                Violation(
                    .photo,
                    .tooLargeDimensions,
                    """
                    This picture has \(header.width) × \(header.height) pixels. A picture can have \
                    up to \(Photo.sideMaximum) pixels a side and \(ImageHeader.pixelsMaximum / 1_000_000) million in total.
                    """
                )
            ])
        case .otherBytes:
            .broken([
                Violation(.photo, .hash, "The bytes of this photo do not match its SHA-256. Send the photo again.")
            ])
        }
    }
}

extension Problem {
    /// 507: the account's photos use all of their quota (RFC 4331, section 6).
    static func overQuota(_ usage: PhotoUsage, of quota: Int64) -> Problem {
        let message = """
            Your photos take \(megabytes(usage.bytes)) of the \(megabytes(quota)) that you may have here. \
            Delete some, or ask whoever runs this Daybook for more.
            """
        return Problem(.insufficientStorage, message, violations: [Violation(.photo, .quota, message)])
    }

    /// 507: the account has the most photos that an account may have, whatever their size.
    static let tooManyPhotos: Problem = {
        let message = """
            This account has as many photos as it may have here. \
            Delete some, or ask whoever runs this Daybook for more.
            """
        return Problem(.insufficientStorage, message, violations: [Violation(.photo, .quota, message)])
    }()

    /// 416, with the number of bytes.
    static func noSuchRange(of count: Int) -> Problem {
        Problem(
            .rangeNotSatisfiable,
            "The photo has \(count) bytes. The range lies outside of them.",
            headers: [.contentRange: "bytes */\(count)"]
        )
    }

    /// Byte counts for a person to read.
    static func megabytes(_ bytes: Int64) -> String {
        bytes < 10_000_000 && bytes % 1_000_000 != 0
            ? "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB" : "\(bytes / 1_000_000) MB"
    }
}
