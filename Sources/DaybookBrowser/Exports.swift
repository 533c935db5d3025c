import DaybookCore

// The border of the WebAssembly module. No 64-bit integer crosses it, since the first version of WebAssembly's
// JavaScript interface has none: times are doubles.
#if arch(wasm32)

@_extern(wasm, module: "host", name: "send") @_extern(c)
private func hostSend(
    _ message: UnsafePointer<UInt8>?,
    _ messageLength: Int32,
    _ bytes: UnsafePointer<UInt8>?,
    _ bytesLength: Int32
)

private nonisolated(unsafe) var interpreter = Interpreter(
    host: Interpreter.Host(
        send: { message, bytes in
            message.withUnsafeBufferPointer { message in
                bytes.withUnsafeBufferPointer { bytes in
                    hostSend(message.baseAddress, Int32(message.count), bytes.baseAddress, Int32(bytes.count))
                }
            }
        },
        random: {
            // Uses `arc4random_buf`, which the C target beside this one takes from the host.
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
    )
)

/// The bytes of an event, until the next call.
private nonisolated(unsafe) var inbound: [UInt8] = []

/// Room for this many bytes that the host wants to hand over.
@_expose(wasm, "buffer") @_cdecl("buffer")
public func buffer(_ length: Int32) -> UnsafeMutablePointer<UInt8>? {
    inbound = [UInt8](repeating: 0, count: Int(max(length, 1)))
    // The array is not touched until `receive`, so its storage stays where it is.
    return inbound.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// An event: a message and bytes behind it lie in the buffer.
@_expose(wasm, "receive") @_cdecl("receive")
public func receive(_ kind: Int32, _ messageLength: Int32, _ bytesLength: Int32, _ now: Double) {
    let split = Int(messageLength)
    let event = inbound.withUnsafeBufferPointer { all in
        Event(
            kind: kind,
            message: UnsafeBufferPointer(rebasing: all[..<split]),
            bytes: bytesLength == 0 ? [] : inbound[split..<split + Int(bytesLength)]
        )
    }
    interpreter.receive(event, now: Instant(milliseconds: Int64(now)))
}

/// Draws what has changed since the last frame.
@_expose(wasm, "frame") @_cdecl("frame")
public func frame(_ now: Double) {
    interpreter.frame(now: Instant(milliseconds: Int64(now)))
}

#endif
