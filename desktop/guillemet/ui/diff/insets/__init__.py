"""Widgets between the rows of a diff: a comment under its line, a failed edit under the head of its file.

An inset is plain data (`engine.diff.insets`): a key, the line or head it stands at, how wide it is. Its row is empty on
both sides, is one stop for the arrow keys, and is neither copied, searched nor counted as a line. The row is as high as
the widget in it. Widgets are made when their row comes into view, and may be dropped when it has left the view and
does not hold the focus, so a widget keeps nothing that its owner does not know; `is_kept` keeps it.

    notes = InsetSource(lambda inset, parent: label(texts[inset.key], parent=parent), self)
    diff_view.insets.add(notes)
    place = Place("src/app.py", is_old=False, line=41)  # counted from 0; -1 for below the head of the file
    notes.set_insets([Inset("note 7", place, name="Note on line 42")])

    notes.set_insets([])                    its row goes, and the widget
    notes.widget("note 7")                  the widget, if there is one just now
    diff_view.stops.go_to_inset("note 7")   scrolls the whole of it into view

Nothing has to be done when the widget becomes higher or lower: its layout says so, and the row follows. Tab and Return
lead from the row of an inset, or the line above it, into its widget; Escape leads back. Keys that the widget does not
take work as they do in the diff.
"""
