/// Counts values by their size, as a histogram of Prometheus
/// (https://prometheus.io/docs/concepts/metric_types/#histogram).
struct Histogram: Equatable, Sendable {
    /// Upper bounds of the buckets, ascending. One more bucket without a bound takes every value.
    let bounds: [Double]
    /// The number of values.
    private(set) var count: UInt64 = 0
    /// The sum of all values.
    private(set) var sum = 0.0
    /// The number of values up to the bound at the same index.
    private var buckets: [UInt64]

    /// A histogram without values.
    init(bounds: [Double]) {
        self.bounds = bounds
        buckets = bounds.map { _ in 0 }
    }

    /// Counts a value.
    mutating func add(_ value: Double) {
        count += 1
        sum += value
        for (index, bound) in bounds.enumerated() where value <= bound { buckets[index] += 1 }
    }

    /// The lines of Prometheus' text format. `label` is `name="value"` pairs separated by commas, or empty.
    func lines(_ name: String, label: String = "") -> [String] {
        let comma = label.isEmpty ? "" : ","
        let braces = label.isEmpty ? "" : "{\(label)}"
        let lines = zip(bounds.map { "\($0)" } + ["+Inf"], buckets + [count]).map { bound, count in
            "\(name)_bucket{\(label)\(comma)le=\"\(bound)\"} \(count)"
        }
        return lines + ["\(name)_sum\(braces) \(sum)", "\(name)_count\(braces) \(count)"]
    }
}
