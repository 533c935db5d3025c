#!/usr/bin/env bash
# The repository's .swift-format, strictly.
. "$(dirname "$0")/common.sh"

swift format lint --strict --recursive --parallel Package.swift Apps Sources Tests Benchmarks
report "format: as .swift-format requires"
