import DaybookCore

extension Accounts {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .post,
                "/api/v1/accounts",
                .open,
                .init(
                    summary: "Sign up and in",
                    takes: "SignUp",
                    answers: .init(status: 201, description: "Signed up and in.", schema: "SignedIn"),
                    problems: [409, 429]
                ),
                signUp
            ),
            Route(
                .post,
                "/api/v1/sessions",
                .open,
                .init(
                    summary: "Sign in",
                    takes: "SignIn",
                    answers: .init(status: 201, description: "Signed in.", schema: "SignedIn"),
                    problems: [401, 429]
                ),
                signIn
            ),
            Route(
                .get,
                "/api/v1/sessions",
                .session,
                .init(
                    summary: "List the account's sessions, the last used first",
                    answers: .init(status: 200, description: "The sessions.", schema: "Sessions")
                ),
                listSessions
            ),
            Route(
                .delete,
                "/api/v1/sessions",
                .session,
                .init(
                    summary: "End all sessions of the account except this one",
                    answers: .init(status: 204, description: "Ended.")
                ),
                endOtherSessions
            ),
            Route(
                .delete,
                "/api/v1/sessions/current",
                .anySession,
                .init(
                    summary: "Log out",
                    answers: .init(status: 204, description: "Logged out.")
                ),
                signOut
            ),
            Route(
                .patch,
                "/api/v1/sessions/{id}",
                .session,
                .init(
                    summary: "Name the device of a session",
                    takes: "SessionChange",
                    answers: .init(status: 204, description: "Named."),
                    problems: [404]
                ),
                renameSession
            ),
            Route(
                .delete,
                "/api/v1/sessions/{id}",
                .session,
                .init(
                    summary: "End a session",
                    answers: .init(status: 204, description: "Ended."),
                    problems: [404]
                ),
                endSession
            ),
            Route(
                .get,
                "/api/v1/account",
                .anySession,
                .init(
                    summary: "Get the account and its usage",
                    answers: .init(status: 200, description: "The account.", schema: "Account")
                ),
                show
            ),
            Route(
                .patch,
                "/api/v1/account",
                .session,
                .init(
                    summary: "Change the account; email or mobile takes the password, unless the session is new",
                    takes: "AccountChange",
                    answers: .init(status: 200, description: "The account after the call.", schema: "Account"),
                    problems: [409, 429]
                ),
                change
            ),
            Route(
                .delete,
                "/api/v1/account",
                .session,
                .init(
                    summary: "Delete the account and all of its data",
                    takes: "AccountDeletion",
                    answers: .init(status: 204, description: "Deleted."),
                    problems: [429]
                ),
                delete
            ),
            Route(
                .put,
                "/api/v1/account/password",
                .anySession,
                .init(
                    summary: "Change the password and end all other sessions",
                    takes: "PasswordChange",
                    answers: .init(status: 204, description: "Changed. A browser gets a new cookie."),
                    problems: [429]
                ),
                changePassword
            ),
            Route(
                .get,
                "/api/v1/account/activity",
                .session,
                .init(
                    summary: "List the account's activity, the newest first",
                    answers: .init(status: 200, description: "The last hundred entries.", schema: "Activity")
                ),
                listActivity
            ),
        ]
    }
}
