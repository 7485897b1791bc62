"""Widgets that several panes share: lists, text boxes, buttons, and how the focus moves among them."""
