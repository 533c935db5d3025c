import DaybookServer
import DaybookStore
import Foundation

extension AccountOffice {
    /// Opens the data folder for one command of the operator, and closes it again. Throws a ``Failure`` for every error.
    static func open(
        _ options: AccountOptions,
        _ work: (AccountOffice) async throws -> Void
    ) async throws {
        do {
            let environment = ProcessInfo.processInfo.environment
            let settings = try await Settings.load(
                options.values,
                configPath: options.config,
                environment: environment
            )
            umask(0o077)
            let (storage, lock) = try open(settings.data)
            defer { withExtendedLifetime(lock) {} }
            var configuration = ServerConfiguration()
            configuration.rules = settings.rules
            configuration.scryptCost = settings.scryptCost
            do {
                try await work(AccountOffice(storage: storage, configuration: configuration))
            } catch {
                await storage.close()
                throw error
            }
            await storage.close()
        } catch {
            throw Failure(error)
        }
    }

    private static func open(_ path: String) throws -> (any Storage, FolderLock) {
        // A misspelt folder must not become a new and empty Daybook.
        let isThere = FileManager.default.fileExists(atPath: path)
        guard isThere, let folder = try? DataFolder(path: path),
            FileManager.default.fileExists(atPath: folder.databasePath)
        else { throw Failure("there is no Daybook in \(path) that this user may open. Choose its folder with --data.") }
        guard let lock = try FolderLock(folder: folder.path, .shared) else { throw Failure.inRepair(folder.path) }
        return (try Storages.sqlite(path: folder.databasePath), lock)
    }

    /// The account that signs in with the login that the operator typed. Throws a ``Failure`` for an unknown login.
    func existingAccount(_ login: String) async throws -> StoredAccount {
        guard let account = try await account(login) else {
            throw Failure("no account signs in with \"\(login)\". `daybook account list` shows all accounts.")
        }
        return account
    }
}
