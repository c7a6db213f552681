"""The documentation: its commands run, its code works, its tables are true."""
