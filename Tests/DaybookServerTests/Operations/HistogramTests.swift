import Testing

@testable import DaybookServer

@Suite("Histograms of the metrics")
struct HistogramTests {
    @Test("each bucket counts all values up to its bound, in Prometheus' text format")
    func lines() {
        var histogram = Histogram(bounds: [0.5, 2])
        for value in [0.25, 0.5, 1, 8] { histogram.add(value) }
        #expect(
            histogram.lines("x", label: #"a="b""#) == [
                #"x_bucket{a="b",le="0.5"} 2"#, #"x_bucket{a="b",le="2.0"} 3"#, #"x_bucket{a="b",le="+Inf"} 4"#,
                #"x_sum{a="b"} 9.75"#, #"x_count{a="b"} 4"#,
            ]
        )
        #expect(
            Histogram(bounds: [1]).lines("x") == [
                #"x_bucket{le="1.0"} 0"#, #"x_bucket{le="+Inf"} 0"#, "x_sum 0.0", "x_count 0",
            ]
        )
    }
}
