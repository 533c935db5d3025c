import DaybookCore

/// The description of a route for the OpenAPI document: its parameters, body and answers.
struct Operation: Sendable {
    /// A summary of the call in one line.
    let summary: String
    /// The parameters in the query.
    var query: [Parameter] = []
    /// The name of the schema of the request's body.
    var takes: String?
    /// The media type of that body.
    var takesType = "application/json"
    /// The answer of a successful call.
    let answers: Answer
    /// Other successful answers.
    var otherAnswers: [Answer] = []
    /// The statuses of its problems, besides those that follow from its access, its method and its body.
    var problems: [Int] = []

    /// A parameter in the query.
    struct Parameter: Sendable {
        let name: String
        let description: String
        let schema: JSON
    }

    /// A successful answer: its status and its body.
    struct Answer: Sendable {
        let status: Int
        let description: String
        /// The name of the schema of its body; nil for an answer without a body.
        var schema: String?
        var type = "application/json"
    }
}
