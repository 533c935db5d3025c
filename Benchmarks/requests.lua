-- What wrk sends and how it reports. Arguments after `--`: the method, and tokens, or "-" for none. Of several tokens each
-- request has the next.
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
    headers = {}
    for place = 2, #arguments do
        local own = {}
        for name, value in pairs(wrk.headers) do own[name] = value end
        if arguments[place] ~= "-" then own["Authorization"] = "Bearer " .. arguments[place] end
        if method == "POST" then own["Content-Type"] = "application/json" end
        table.insert(headers, own)
    end
    made = 0
end

function request()
    made = made + 1
    local own = headers[1 + made % #headers]
    if method ~= "POST" then return wrk.format(nil, nil, own) end
    return wrk.format(nil, nil, own, string.format(
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
