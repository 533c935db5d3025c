#!/usr/bin/env bash
# The repository's .swift-format, strictly.
. "$(dirname "$0")/common.sh"

swift format lint --strict --recursive --parallel Package.swift Apps Sources Tests Benchmarks scripts
report "format: as .swift-format requires"
