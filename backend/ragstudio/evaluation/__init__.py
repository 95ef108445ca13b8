"""Knowing what a retrieval configuration is worth: suites, verdicts, metrics, calibration."""
