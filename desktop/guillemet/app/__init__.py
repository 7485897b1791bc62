"""The session: state, threads, notices. QtCore only; nothing here paints."""
