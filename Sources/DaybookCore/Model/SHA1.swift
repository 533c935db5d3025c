/// SHA-1 (FIPS 180-4, section 6.1), for UUIDs of version 5 alone. No security depends on it.
enum SHA1 {
    typealias Digest = (UInt32, UInt32, UInt32, UInt32, UInt32)

    static func digest(_ message: [UInt8]) -> Digest {
        var state: Digest = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        padded.appendBigEndian(UInt64(message.count) * 8)
        var schedule = [UInt32](repeating: 0, count: 80)
        for block in stride(from: 0, to: padded.count, by: 64) {
            expand(padded, block, into: &schedule)
            compress(&state, schedule)
        }
        return state
    }

    private static func expand(_ bytes: [UInt8], _ block: Int, into schedule: inout [UInt32]) {
        for word in 0..<16 {
            let at = block + word * 4
            schedule[word] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for word in 16..<80 {
            let mixed = schedule[word - 3] ^ schedule[word - 8] ^ schedule[word - 14] ^ schedule[word - 16]
            schedule[word] = mixed << 1 | mixed >> 31
        }
    }

    private static func compress(_ state: inout Digest, _ schedule: [UInt32]) {
        var (a, b, c, d, e) = state
        for round in 0..<80 {
            let (mixed, constant): (UInt32, UInt32)
            switch round {
            case 0..<20: (mixed, constant) = (b & c | ~b & d, 0x5A82_7999)
            case 20..<40: (mixed, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
            case 40..<60: (mixed, constant) = (b & c | b & d | c & d, 0x8F1B_BCDC)
            default: (mixed, constant) = (b ^ c ^ d, 0xCA62_C1D6)
            }
            let sum = (a << 5 | a >> 27) &+ mixed &+ e &+ constant &+ schedule[round]
            (a, b, c, d, e) = (sum, a, b << 30 | b >> 2, c, d)
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
}
