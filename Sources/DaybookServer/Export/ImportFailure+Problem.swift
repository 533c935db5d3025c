import DaybookExport
import HTTPTypes

extension ImportFailure {
    /// The problem for the person.
    var problem: Problem {
        // A status made of its number alone has no phrase, which is the title of a problem.
        let named: HTTPResponse.Status =
            switch status {
            case 400: .badRequest
            case 413: .contentTooLarge
            default: .unprocessableContent
            }
        return Problem(named, text)
    }
}
