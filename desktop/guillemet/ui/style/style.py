"""The style of the window: palette, style sheet, spacings and small drawn marks, all derived from one `Theme`.

The current style is a property of the application: `apply` sets it, `current` reads it, and every widget gets a
`QEvent.Type.StyleChange` when it changes. Variants are chosen by the dynamic property `role`:

    QPushButton   primary · quiet · link · fold · leading (before folds) · chip
    QLabel        title · headline · dim · good · warn · bad · tag · drop
    item views    list
    QToolButton   icon · quiet · choice · hunk
    QFrame        card · current · focus · scrolled · inset · code · said · banner · head · footer · floating · chip
"""

from msgspec import Struct
from msgspec.structs import asdict
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget

from guillemet.engine.review import Decision
from guillemet.settings import Settings, ThemeChoice
from guillemet.ui.style import icons
from guillemet.ui.style.theme import DARK, LIGHT, Theme, with_diff_colours

_CHIP_PADDING = 6
_SMALL, _LARGE = 0.85, 1.25
"""The smallest and the largest text, as shares of the usual one."""

TIGHT = 4
"""Space between parts of one group, in device-independent pixels, as below."""
GAP = 8
"""Space between neighbours."""
WIDE = 12
"""Space between groups and around a pane."""
ARROW_ROOM = 22
"""Pixels of the arrows at the right of a field, which it draws itself: a style sheet knows no tinted drawing."""
BAR = 3
"""Width of the bar along what is current."""
RADIUS = 5
"""Corner radius of cards, chips and buttons."""
LIST_EDGE = 3
"""Pixels between the outer edge of a bordered list and its rows, whose corners would cover the rounded ones."""

_PROPERTY = "guillemet_look"


class Style(Struct, frozen=True):
    """The current style."""

    theme: Theme = LIGHT
    font_size: int = 10
    """Points of code and diffs."""
    font_family: str = ""
    """Empty for the system's fixed-width font."""
    tab_width: int = 4
    """Columns of a tab in code and diffs."""

    def code_font(self, points: int = 0) -> QFont:
        """Return the fixed-width font of code and diffs, in another size than theirs where one is given."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        if self.font_family:
            font.setFamilies([self.font_family, font.family()])
        font.setPointSize(points or self.font_size)
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font


def small_font(font: QFont) -> QFont:
    """Return the font in the smallest of the three sizes, of chips and tags; titles of empty panes have the largest."""
    small = QFont(font)
    small.setPointSizeF(max(6.0, font.pointSizeF() * _SMALL))
    return small


def chosen(settings: Settings, app: QApplication) -> Style:
    """Return the style that the settings ask for."""
    theme = with_diff_colours(theme_for(settings.theme, app), settings.diff_colours)
    return Style(theme, settings.code_size, settings.font_family, settings.tab_width)


def apply(app: QApplication, look: Style) -> None:
    """Set palette and style sheet of the application."""
    # To replace a style sheet, or the palette below one, takes Qt four times as long as to set one where none is.
    app.setStyleSheet("")
    announce(app, look)
    app.setStyleSheet(style_sheet(look))


def announce(app: QApplication, look: Style) -> None:
    """Set the palette without the style sheet, so that widgets can be built before `apply` sets that.

    Building many widgets is twice as fast without a style sheet, because each change of parent evaluates it again.
    """
    app.setProperty(_PROPERTY, look)
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette(look.theme))


def current() -> Style:
    """Return the current style, or the light one where none was applied yet."""
    app = QApplication.instance()
    look = app.property(_PROPERTY) if app is not None else None
    return look if isinstance(look, Style) else Style()


def theme_for(choice: ThemeChoice, app: QApplication) -> Theme:
    """Return the theme for this choice; `system` follows the desktop's light or dark scheme."""
    if choice is ThemeChoice.LIGHT:
        return LIGHT
    if choice is ThemeChoice.DARK:
        return DARK
    return DARK if is_system_dark(app) else LIGHT


def is_system_dark(app: QApplication) -> bool:
    """Whether the desktop asks for dark windows; where it does not say, whether its window colour is dark."""
    scheme = app.styleHints().colorScheme()
    if scheme is Qt.ColorScheme.Unknown:
        return app.style().standardPalette().color(QPalette.ColorRole.Window).lightness() < 128
    return scheme is Qt.ColorScheme.Dark


def set_role(widget: QWidget, role: str) -> None:
    """Set the widget's `role`, and apply the style sheet to it again when that changed."""
    if widget.property("role") == role:
        return
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def blend(front: str, back: str, share: float) -> QColor:
    """Return `front` mixed over `back`, with this opacity from 0 to 1."""
    over, under = QColor(front), QColor(back)
    return QColor(
        round(over.red() * share + under.red() * (1 - share)),
        round(over.green() * share + under.green() * (1 - share)),
        round(over.blue() * share + under.blue() * (1 - share)),
    )


def faded(theme: Theme) -> str:
    """Return the colour of what is disabled."""
    return blend(theme.dim, theme.pane, 0.7).name()


def thumb(theme: Theme) -> str:
    """Return the colour of the part of a scroll bar that moves."""
    return blend(theme.dim, theme.pane, 0.75).name()


def palette(theme: Theme) -> QPalette:
    """Return the palette of a theme, the disabled group included."""
    role = QPalette.ColorRole
    colours = QPalette()
    for which, colour in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.pane),
        (role.AlternateBase, theme.raised),
        (role.Text, theme.text),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.bad),
        (role.PlaceholderText, theme.dim),
        (role.Highlight, theme.selected_text),
        (role.HighlightedText, theme.text),
        (role.Link, theme.accent),
        (role.LinkVisited, theme.accent),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.text),
        (role.Accent, theme.accent),
        (role.Light, theme.raised),
        (role.Midlight, theme.raised),
        (role.Mid, theme.border),
        (role.Dark, theme.border),
        (role.Shadow, theme.border),
    ):
        colours.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, which, QColor(faded(theme)))
    return colours


def style_sheet(look: Style) -> str:
    """Return the style sheet of the application."""
    theme = look.theme
    large = QApplication.font().pointSizeF() * _LARGE
    names = {
        **{name: value for name, value in asdict(theme).items() if isinstance(value, str)},
        "hover": blend(theme.accent, theme.raised, 0.10).name(),
        "pressed": blend(theme.accent, theme.raised, 0.22).name(),
        "accent_hover": blend(theme.text, theme.accent, 0.15).name(),
        "faded": faded(theme),
        "thumb": thumb(theme),
        "radius": str(RADIUS),
        "arm": str(ARROW_ROOM),
        "large": f"{large:.1f}",
    }
    sheet = _SHEET
    for name, value in names.items():
        for unit in ("", "px", "pt"):
            sheet = sheet.replace(f"@{name}{unit};", f"{value}{unit};")
    return sheet


# Qt style sheets have no variables: `@name;` stands for a colour and `@radiuspx;` for a length. Labels and tips, which
# Qt would otherwise read as HTML where they look like it, may hold names and words of the repository and of servers.
_SHEET = """
QLabel, QToolTip { qproperty-textFormat: PlainText; }
QToolTip { color: @text; background: @raised; border: 1px solid @border; padding: 4px 6px; }

QPushButton {
    color: @text; background: @raised; border: 1px solid @border; border-radius: @radiuspx; padding: 4px 10px;
}
QPushButton:hover { background: @hover; }
QPushButton:pressed, QPushButton:checked { background: @pressed; border-color: @accent; }
QPushButton:focus { border-color: @accent; outline: none; }
QPushButton:checked:focus { border-color: @text; }
QPushButton:disabled { color: @faded; background: @window; }
QPushButton[role="primary"] { color: @accent_text; background: @accent; border-color: @accent; font-weight: 600; }
QPushButton[role="primary"]:hover, QPushButton[role="primary"]:pressed { background: @accent_hover; }
QPushButton[role="primary"]:focus { border: 2px solid @text; padding: 3px 9px; }
QPushButton[role="primary"]:disabled { color: @faded; background: @window; border-color: @border; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; padding: 4px 8px; }
QPushButton[role="quiet"]:hover { background: @hover; }
QPushButton[role="quiet"]:checked { background: @pressed; border-color: @accent; }
QPushButton[role="quiet"]:focus { border-color: @accent; }
QPushButton[role="quiet"]:checked:focus { border-color: @text; }
QPushButton[role="leading"] { margin-right: 10px; }
QPushButton[role="fold"] {
    color: @dim; background: transparent; border: none; border-radius: 0; margin-right: 14px;
    border-bottom: 2px solid transparent; padding: 4px 0 2px 0;
}
QPushButton[role="fold"]:hover { color: @text; text-decoration: underline; }
QPushButton[role="fold"]:focus { color: @text; border-bottom-color: @accent; }
QPushButton[role="fold"]:disabled { color: @faded; text-decoration: none; }
QPushButton[role="link"] {
    color: @accent; background: transparent; border: none; border-radius: 0; border-bottom: 2px solid transparent;
    padding: 2px 0 0 0; text-align: left;
}
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border-bottom-color: @accent; }
QPushButton[role="foot"] {
    color: @dim; background: @window; border: none; border-top: 1px solid @border; border-radius: 0;
}
QPushButton[role="foot"]:hover { color: @text; background: @hover; }
QPushButton[role="foot"]:focus { border: 1px solid @accent; }
QPushButton[role="chip"] { background: transparent; border: 1px solid transparent; padding: 1px 5px; }
QPushButton[role="chip"]:hover { background: @hover; }
QPushButton[role="chip"]:focus { border-color: @accent; }

QToolButton {
    color: @text; background: transparent; border: 1px solid transparent; border-radius: @radiuspx; padding: 4px 8px;
}
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @pressed; border-color: @accent; }
QToolButton:focus { border-color: @accent; outline: none; }
QToolButton:checked:focus { border-color: @text; }
QToolButton:disabled { color: @faded; }
QToolButton[role="icon"], QToolButton[role="toggle"] { padding: 3px 9px; }
QToolButton[role="icon"]:checked { background: transparent; border-color: transparent; }
QToolButton[role="icon"]:checked:hover { background: @hover; }
QToolButton[role="icon"]:checked:focus { border-color: @accent; }
QToolButton[role="quiet"] { padding: 1px 4px; }
QToolButton[role="choice"] { background: @pane; border-color: @border; padding: 2px 8px; }
QToolButton[role="choice"]:hover { background: @hover; }
QToolButton[role="choice"]:checked { background: @pressed; border-color: @accent; }
QToolButton[role="choice"]:focus { border-color: @accent; }
QToolButton[role="choice"]:checked:focus { border-color: @text; }
QWidget[role="hunk"] { background: @raised; }
QToolButton[role="hunk"] { background: transparent; color: @dim; border: none; border-radius: 3px; padding: 0 4px; }
QToolButton[role="hunk"][tone="bad"] { color: @bad; }
QToolButton[role="hunk"]:hover { color: @text; background: @pressed; }
QToolButton[role="hunk"]:focus { color: @text; border: 1px solid @accent; padding: 0 3px; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QPlainTextEdit[role="input"], QTextEdit[role="input"] {
    color: @text; background: @pane; border: 1px solid @border; border-radius: @radiuspx; padding: 4px 6px;
    placeholder-text-color: @dim;
    selection-background-color: @selected_text; selection-color: @text;
}
QLineEdit:focus, QPlainTextEdit[role="input"]:focus, QTextEdit[role="input"]:focus { border-color: @accent; }

QComboBox, QAbstractSpinBox {
    color: @text; background: @pane; border: 1px solid @border; border-radius: @radiuspx; padding: 3px 6px;
    selection-background-color: @selected_text; selection-color: @text;
}
QComboBox { placeholder-text-color: @dim; }
QComboBox:!editable { padding-left: 8px; }
QComboBox:focus, QAbstractSpinBox:focus { border-color: @accent; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: @faded; background: @window; }
QComboBox::drop-down, QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    background: transparent; border: none; width: @armpx;
}
QComboBox::down-arrow, QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow { image: none; }
QComboBox QLineEdit, QAbstractSpinBox QLineEdit {
    background: transparent; border: none; padding: 0;
}
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @border; padding: 4px; }
QComboBox QAbstractItemView::item { padding: 5px 8px; border-radius: 3px; }
QComboBox QAbstractItemView::item:selected { background: @selection; color: @text; }
QProgressBar { background: @border; border: none; }
QProgressBar::chunk { background: @accent; }

QLabel[role="title"] { font-weight: 600; }
QLabel[role="headline"] { font-weight: 600; font-size: @largept; }
QLabel[role="dim"] { color: @dim; }
QLabel[role="accent"] { color: @accent; }
QLabel[role="good"] { color: @good; }
QLabel[role="warn"] { color: @warn; }
QLabel[role="bad"] { color: @bad; }

QLabel[role="drop"] {
    color: @text; background: @raised; border: 2px dashed @accent; font-weight: 600; font-size: @largept;
}

QLabel[role="tag"] { color: @dim; border: 1px solid @border; border-radius: @radiuspx; padding: 0 5px; }

QPlainTextEdit[role="aside"] {
    color: @dim; background: @window; border: none; border-left: 2px solid @border; padding: 4px 8px;
    selection-background-color: @selected_text; selection-color: @text;
}
QTextBrowser[role="bare"] { background: transparent; border: none; }

QFrame[role="card"] { background: @raised; border: 1px solid @border; border-radius: @radiuspx; }
QFrame[role="card"]:focus { border-color: @accent; }
QFrame[role="current"] { background: @raised; border: 1px solid @accent; border-radius: @radiuspx; }
QFrame[role="scrolled"] { background: transparent; border: 1px solid transparent; }
QFrame[role="scrolled"]:focus { border-color: @accent; }
QFrame[role="focus"] { background: @accent; border: none; }
QFrame[role="inset"] { background: @pane; border: none; }
QFrame[role="said"] { background: @window; border: 1px solid transparent; border-radius: @radiuspx; }
QFrame[role="code"] { background: @pane; border: 1px solid @border; border-radius: @radiuspx; }
QFrame[role="code"]:focus { border-color: @accent; }
QFrame[role="footer"] { background: @window; border: none; border-top: 1px solid @border; }
QFrame[role="head"] { background: @raised; border: 1px solid @border; border-left: none; border-right: none; }
QFrame[role="banner"] { background: @raised; border: none; border-bottom: 1px solid @border; min-height: 35px; }
QFrame[role="floating"] { background: @raised; border: 1px solid @border; border-radius: @radiuspx; }
QFrame[role="floating"] QAbstractItemView { background: transparent; }
QFrame[role="chip"] { background: @pane; border: 1px solid @border; border-radius: @radiuspx; }
QFrame[role="chip"][tone="reads"] { background: @window; border: 1px dashed @dim; }
QFrame[role="chip"][tone="bad"] { border-color: @bad; }

QTabWidget::pane { border: none; border-top: 1px solid @border; }
QCheckBox { border: 1px solid transparent; border-radius: @radiuspx; padding: 1px 3px 1px 0; }
QCheckBox:focus { border-color: @accent; outline: none; }
QCheckBox::indicator:unchecked { width: 12px; height: 12px; border: 1px solid @dim; border-radius: 3px; }
QCheckBox::indicator:unchecked:focus { border-color: @accent; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { color: @dim; background: transparent; border-bottom: 2px solid transparent; padding: 6px 12px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { color: @text; background: @hover; }

QAbstractItemView { background: @pane; border: none; outline: none; selection-background-color: @selection; }
QAbstractItemView[role="list"] { border: 1px solid @border; border-radius: @radiuspx; padding: 2px; }
QAbstractItemView[role="list"]:focus { border-color: @accent; }
QTableView::item { padding: 0 8px; }
QTreeWidget::item { padding: 3px 5px; }
QHeaderView::section {
    color: @dim; background: @raised; border: none; border-bottom: 1px solid @border; padding: 5px 11px;
}
QMenu { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 16px; border-radius: 3px; }
QMenu::item:selected { background: @selection; color: @text; }
QMenu::item:disabled { color: @faded; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }

QSplitter::handle { background: @border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: @accent; }
QSplitter[role="gap"]::handle { background: transparent; }

QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: @thumb; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @dim; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""


def draw_mark(painter: QPainter, box: QRect, decision: Decision, colour: QColor) -> None:
    """Draw a tick, or the cross of a rejection, in the middle of the box, as the icons are drawn."""
    centre = QRectF(box).center()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, icons.STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if decision is Decision.ACCEPTED:
        painter.drawPolyline([centre + QPointF(-4.5, 0.5), centre + QPointF(-1.2, 3.8), centre + QPointF(5, -4)])
    else:
        painter.drawLine(centre + QPointF(-3.8, -3.8), centre + QPointF(3.8, 3.8))
        painter.drawLine(centre + QPointF(3.8, -3.8), centre + QPointF(-3.8, 3.8))
    painter.restore()


def chip_size(text: str, font: QFont) -> QSize:
    """Return the size of a chip with this text."""
    metrics = QFontMetrics(font)
    return QSize(metrics.horizontalAdvance(text) + 2 * _CHIP_PADDING, metrics.height() + 2)


def draw_chip(painter: QPainter, box: QRect, text: str, *, colour: str, back: str) -> None:
    """Draw a small label in a tinted, rounded box, with the painter's font; `back` is the colour that is tinted."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(blend(colour, back, 0.14))
    painter.drawRoundedRect(QRectF(box), RADIUS - 1, RADIUS - 1)
    painter.setPen(QColor(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
