-- What wrk sends and how it reports. Arguments after `--`: the method, and a token or "-" for none.
-- The report goes to the file that DAYBOOK_BENCH_REPORT names, as one line of JSON.

local method
local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

function init(arguments)
    method = arguments[1]
    wrk.method = method
    if arguments[2] ~= "-" then wrk.headers["Authorization"] = "Bearer " .. arguments[2] end
    if method == "POST" then wrk.headers["Content-Type"] = "application/json" end
    made = 0
end

function request()
    if method ~= "POST" then return wrk.format() end
    made = made + 1
    return wrk.format(nil, nil, nil, string.format(
        '{"title":"Something to do %d","detail":"Made by thread %d while it was being measured.","tags":["bench"]}',
        made % 10000, number))
end

function done(summary, latency, requests)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    local file = io.open(os.getenv("DAYBOOK_BENCH_REPORT"), "w")
    file:write(string.format(
        '{"requests":%d,"seconds":%.6f,"bytes":%d,"p50":%.3f,"p99":%.3f,"failed":%d}',
        summary.requests, summary.duration / 1e6, summary.bytes,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
    file:close()
end
