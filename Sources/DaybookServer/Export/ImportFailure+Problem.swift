import DaybookExport
import HTTPTypes

extension ImportFailure {
    /// The problem for the person.
    var problem: Problem { Problem(HTTPResponse.Status(code: status), text) }
}
