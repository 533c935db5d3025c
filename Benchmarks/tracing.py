"""Records what a tab's main thread did (Chrome's own trace) and adds it up."""

SCRIPT = {
    "EventDispatch", "FunctionCall", "FireAnimationFrame", "FireIdleCallback", "TimerFire", "RunMicrotasks",
    "EvaluateScript", "v8.run", "v8.callFunction", "XHRReadyStateChange", "HandlePostMessage", "MinorGC", "MajorGC",
    "BlinkScheduler_PerformMicrotaskCheckpoint",  # RunMicrotasks, as newer versions of Chrome call it
}  # fmt: skip
LAYOUT = {"UpdateLayoutTree", "Layout", "RecalculateStyles", "ParseHTML", "HitTest", "PrePaint", "Paint", "Layerize"}

CATEGORIES = [
    "blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame", "v8", "toplevel",
]  # fmt: skip


class Trace:
    """`with Trace(page) as trace: …`, then questions about what lies between two marks."""

    def __init__(self, page):
        self.page = page
        self.events = []

    def __enter__(self):
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on("Tracing.dataCollected", lambda message: self.events.extend(message["value"]))
        self.finished = False
        self.session.on("Tracing.tracingComplete", lambda _: setattr(self, "finished", True))
        self.session.send(
            "Tracing.start",
            {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES}},
        )
        return self

    def __exit__(self, *_):
        self.session.send("Tracing.end")
        while not self.finished:
            self.page.wait_for_timeout(20)
        self.session.detach()
        self.main = self._main_thread()
        self.events.sort(key=lambda event: event.get("ts", 0))

    def _main_thread(self):
        """The renderer's main thread: the one that made the marks of `mark`."""
        for event in self.events:
            if event.get("cat") == "blink.user_timing" and event["name"].startswith("bench:"):
                return (event["pid"], event["tid"])
        raise RuntimeError("the trace holds no mark of the tab")

    def mark(self, name):
        self.page.evaluate("(name) => void performance.mark(name)", f"bench:{name}")

    def _times_of(self, name):
        marks = (event for event in self.events if event.get("cat") == "blink.user_timing")
        return (event["ts"] for event in marks if event["name"] == f"bench:{name}")

    def has(self, name):
        return any(True for _ in self._times_of(name))

    def time_of(self, name):
        for time in self._times_of(name):
            return time
        raise KeyError(name)

    def on_main(self, names, start, end):
        for event in self.events:
            if event.get("ph") == "X" and event["name"] in names and start <= event["ts"] < end:
                if (event["pid"], event["tid"]) == self.main:
                    yield event

    def busy(self, names, start, end):
        """Milliseconds of the processor's time spent in events of these names; what is nested counts once.

        The processor's time and not the clock's, so that what else the machine does does not count.
        """
        total, reached = 0, 0
        for event in self.on_main(names, start, end):
            if event["ts"] >= reached:
                total += event.get("tdur", event.get("dur", 0))
                reached = event["ts"] + event.get("dur", 0)
        return total / 1000

    def filled(self, names, start, end):
        """Milliseconds of the clock, between two moments, in which the main thread was in events of these names."""
        total, reached = 0, start
        for event in self.on_main(names, 0, end):
            first, last = max(event["ts"], reached), min(event["ts"] + event.get("dur", 0), end)
            if last > first:
                total += last - first
                reached = last
        return total / 1000

    def longest_task(self, start, end):
        """Milliseconds of the processor's time of the longest task between two moments: for as long nothing reacts."""
        tasks = self.on_main({"RunTask", "ThreadControllerImpl::RunTask"}, start, end)
        return max((task.get("tdur", task.get("dur", 0)) for task in tasks), default=0) / 1000

    def script_and_layout(self, start, end):
        """Milliseconds of script, and of style, layout and paint, also where script forced them."""
        layout = self.busy(LAYOUT, start, end)
        return self.busy(SCRIPT | LAYOUT, start, end) - layout, layout

    def dispatch(self, kinds, start, end):
        """The first input event of one of these kinds."""
        for event in self.on_main({"EventDispatch"}, start, end):
            if event.get("args", {}).get("data", {}).get("type") in kinds:
                return event
        raise RuntimeError(f"no {'/'.join(kinds)} event reached the document")

    def to_next_frame(self, kinds, start, end):
        """Script and layout (processor time) and all the time that went by, in milliseconds, from an input event
        to the end of the frame that shows it."""
        first = self.dispatch(kinds, start, end)["ts"]
        frames = list(self.on_main({"FireAnimationFrame"}, first, end))
        drawn = frames[0]["ts"] if frames else first
        paints = [event["ts"] + event.get("dur", 0) for event in self.on_main({"Paint", "Layerize", "Commit"}, drawn, end)]
        last = paints[0] if paints else end
        return *self.script_and_layout(first, last), (last - first) / 1000

    def frames(self, start, end):
        """Frames drawn and frames dropped between two moments."""
        drawn = dropped = 0
        for event in self.events:
            if start <= event.get("ts", 0) < end:
                drawn += event["name"] == "DrawFrame"
                dropped += event["name"] == "DroppedFrame"
        return drawn, dropped
