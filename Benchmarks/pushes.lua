-- Devices that push, for wrk: a device to each thread, with its own id, clock and cursor, and one connection. Each request
-- brings one new to-do and reads what others did since. Arguments after `--`: a name for the run of 8 hexadecimal digits, the
-- present time as 12, then tokens, which the devices share out among them, each with @ and the cursor to begin at.
-- The report goes to the file that DAYBOOK_BENCH_REPORT names, as one line of JSON.

local threads = {}

function setup(thread)
    thread:set("number", #threads)
    table.insert(threads, thread)
end

function init(arguments)
    run, now = arguments[1], arguments[2]
    local token, newest = arguments[3 + number % (#arguments - 2)]:match("^(.+)@(%d+)$")
    headers = { ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json" }
    device = string.format("%s-0000-4000-8000-%012x", run, number)
    made, cursor, refused = 0, newest, 0
end

function request()
    made = made + 1
    local stamp = string.format("%s%04x%s%08x", now, made % 65536, run, number)
    local id = string.format("%s-%04x-4000-8000-%012x", run, number, made)
    local body = string.format(
        '{"device":"%s","cursor":%s,"limit":1000,"changes":[{"kind":"todo","id":"%s","fields":{'
        .. '"title":["Something to do %d","%s"],"detail":["Made by device %d while it was being measured.","%s"],'
        .. '"done":[false,"%s"],"createdAt":[%d,"%s"],"tag:bench":[true,"%s"]}}]}',
        device, cursor, id, made, stamp, number, stamp, stamp, tonumber(now, 16), stamp, stamp)
    return wrk.format("POST", nil, headers, body)
end

function response(status, headers, body)
    if status ~= 200 or not body:find('"rejected":[]', -40, true) then refused = refused + 1 end
    cursor = body:match('^{"cursor":(%d+)') or cursor
end

function done(summary, latency, requests)
    local errors, refused = summary.errors, 0
    for _, thread in ipairs(threads) do refused = refused + thread:get("refused") end
    local failed = errors.connect + errors.read + errors.write + errors.timeout + refused
    local file = io.open(os.getenv("DAYBOOK_BENCH_REPORT"), "w")
    file:write(string.format(
        '{"requests":%d,"seconds":%.6f,"bytes":%d,"p50":%.3f,"p99":%.3f,"failed":%d}',
        summary.requests, summary.duration / 1e6, summary.bytes,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
    file:close()
end
