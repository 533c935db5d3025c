// The host calls the functions in Exports.swift; there is no other way in.
