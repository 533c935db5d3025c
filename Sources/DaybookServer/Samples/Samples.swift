import DaybookCore
import Hummingbird

/// The list that a new account can start with, in the format of I1.
struct Samples: Sendable {
    private let answer: [UInt8]

    init() {
        let todos = Self.titles.enumerated().map { index, title in
            JSON.object([
                .init("id", .integer(Int64(index + 1))), .init("todo", .string(title)),
                .init("completed", .bool(Self.completed.contains(index + 1))), .init("userId", .integer(1)),
            ])
        }
        answer =
            JSON.object([
                .init("todos", .array(todos)), .init("total", .integer(Int64(todos.count))),
                .init("skip", .integer(0)), .init("limit", .integer(Int64(todos.count))),
            ]).encoded
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "The list of a new account",
            answers: .init(status: 200, description: "The list.", schema: "Samples")
        )
        return [
            Route(.get, "/api/v1/samples/todos", .open, operation) { [answer] _, _ in Response(jsonBytes: answer) }
        ]
    }

    /// The ids of the to-dos that are done, so that a new list shows both states.
    private static let completed: Set<Int> = [3, 8, 14, 21]

    private static let titles = [
        "Water the basil on the windowsill",
        "Call home on Sunday evening",
        "Try out Daybook",
        "Find the other blue sock",
        "Book a dentist appointment",
        "Sharpen the kitchen knives",
        "Take the glass to the bottle bank",
        "Write down three good things about today",
        "Fix the squeaky bedroom door",
        "Read one chapter before bed",
        "Buy stamps and post the birthday card",
        "Clean the bicycle chain and oil it",
        "Learn to say thank you in five languages",
        "Back up the holiday photos",
        "Ask Priya for her dal recipe",
        "Return the library books",
        "Plan a walk along the river with a picnic at the old mill",
        "Descale the kettle",
        "Pick a film for Friday",
        "Sort the drawer that nobody opens",
        "Drink a glass of water",
        "Renew the train pass before the month ends",
        "Practise the ukulele for ten minutes",
        "Bake bread with the last of the rye flour",
        "Unsubscribe from three newsletters",
        "Measure the window for new curtains",
        "Send the photos of the wedding to Grandfather",
        "Repot the fern",
        "Try the new café by the station",
        "Do nothing for five minutes",
    ]
}
