/// Finds the type and size of a picture in bytes that arrive in pieces, as soon as its pixels begin. Afterwards it
/// checks, by the order of the picture's parts, whether the picture is whole.
///
/// A pure state machine that asks for the next few bytes, or steps over some, and keeps no more than it asked for. It
/// never traps and never goes back, reads each byte once, and gives up after ``partsMaximum`` parts in front of the
/// pixels. These parts must be whole. The pixels are not read.
public struct ImageHeaderReader: Sendable {
    /// The facts that are known so far.
    public enum Answer: Equatable, Sendable {
        /// The picture's header goes on after these bytes.
        case needsMore
        case found(ImageHeader)
        /// The file does not have one of the four types, or no browser could show it.
        case refused
    }

    /// The most segments, chunks and blocks in front of the pixels. Cameras write some dozens.
    static var partsMaximum: Int { 10_000 }

    /// The next step with the bytes that were asked for.
    enum Step: Equatable, Sendable {
        case signature
        case jpeg(JPEGStep)
        case png(PNGStep)
        case gif(GIFStep)
        case webp(WebPStep)
    }

    /// The facts that are known so far.
    public private(set) var answer = Answer.needsMore
    /// Whether the picture's last part has come: the end of a PNG or a GIF, or as many bytes as a WebP's header states.
    /// A JPEG counts as whole, since its end is found only by reading each byte.
    public private(set) var isWhole = false
    /// The bytes after the pixels are not part of the picture's type.
    private var isBroken = false
    /// Bytes that were taken or stepped over.
    private(set) var place: Int64 = 0
    /// The length that a WebP's header states.
    var length: Int64 = 0
    /// The bytes that were asked for, as far as they have come.
    private(set) var held: [UInt8] = []
    private var step = Step.signature
    private var wanted = ImageHeaderReader.signatureLength
    /// Bytes to be stepped over first.
    private var skipped: UInt32 = 0
    private var partsLeft = ImageHeaderReader.partsMaximum
    /// The size as far as it is known.
    var size: (width: UInt32, height: UInt32) = (0, 0)

    /// A reader at the first byte of a file.
    public init() {}

    /// Takes the next bytes of the file, as many as there are.
    @discardableResult
    public mutating func read(_ bytes: some RandomAccessCollection<UInt8>) -> Answer {
        var index = bytes.startIndex
        while !isWhole, !isBroken, answer != .refused {
            let left = UInt32(clamping: bytes.distance(from: index, to: bytes.endIndex))
            let jump = min(skipped, left)
            index = bytes.index(index, offsetBy: Int(jump))
            skipped -= jump
            place += Int64(jump)
            while held.count < wanted, index < bytes.endIndex {
                held.append(bytes[index])
                index = bytes.index(after: index)
                place += 1
            }
            guard skipped == 0, held.count == wanted else { break }
            take()
        }
        return answer
    }

    private mutating func take() {
        if answer == .needsMore { partsLeft -= 1 }
        guard partsLeft > 0 else { return refuse() }
        switch step {
        case .signature: takeSignature()
        case .jpeg(let step): takeJPEG(step)
        case .png(let step): takePNG(step)
        case .gif(let step): takeGIF(step)
        case .webp(let step): takeWebP(step)
        }
    }

    // MARK: - The parts of a step

    /// Asks for `count` bytes after skipping `skipped` bytes. `step` reads them.
    mutating func ask(_ count: Int, _ step: Step, after skipped: UInt32 = 0) {
        held.removeAll(keepingCapacity: true)
        wanted = count
        self.step = step
        self.skipped = skipped
    }

    /// Asks for bytes after the last held byte, which becomes the first one.
    mutating func askAgain(_ count: Int, _ step: Step) {
        let last = held.last
        ask(count, step)
        if let last { held.append(last) }
    }

    /// Reports the header. The next bytes to read lead to the picture's end.
    mutating func find(_ type: Photo.MediaType) {
        guard let header = ImageHeader(type, width: size.width, height: size.height) else { return refuse() }
        answer = .found(header)
    }

    /// Records that the picture's last part has come.
    mutating func end() { isWhole = answer != .refused }

    /// Records that the bytes are no such picture or, behind its header, that the picture never ends.
    mutating func refuse() {
        if answer == .needsMore { answer = .refused } else { isBroken = true }
    }

    /// A number of two bytes in the held bytes.
    func word(_ index: Int, bigEndian: Bool) -> UInt32 {
        let (first, second) = (UInt32(held[index]), UInt32(held[index + 1]))
        return bigEndian ? first << 8 | second : second << 8 | first
    }

    /// A number of three bytes, the least first.
    func triple(_ index: Int) -> UInt32 { word(index, bigEndian: false) | UInt32(held[index + 2]) << 16 }

    /// A number of four bytes.
    func long(_ index: Int, bigEndian: Bool) -> UInt32 {
        let (first, second) = (word(index, bigEndian: bigEndian), word(index + 2, bigEndian: bigEndian))
        return bigEndian ? first << 16 | second : second << 16 | first
    }

    /// Whether these bytes are held at a place.
    func holds(_ bytes: [UInt8], at index: Int = 0) -> Bool {
        guard held.count >= index + bytes.count else { return false }
        for offset in bytes.indices where held[index + offset] != bytes[offset] { return false }
        return true
    }

    // MARK: - Which type it is

    private static var signatureLength: Int { 4 }

    private mutating func takeSignature() {
        if holds([0xFF, 0xD8, 0xFF]) {
            takeMarker(held[3])
        } else if holds([0x89, 0x50, 0x4E, 0x47]) {
            beginPNG()
        } else if holds([0x47, 0x49, 0x46, 0x38]) {
            beginGIF()
        } else if holds([0x52, 0x49, 0x46, 0x46]) {
            beginWebP()
        } else {
            refuse()
        }
    }
}
