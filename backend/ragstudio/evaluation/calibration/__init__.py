"""Calibration of the abstention threshold."""
