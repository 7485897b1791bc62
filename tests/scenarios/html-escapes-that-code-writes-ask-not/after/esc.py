def esc(text):
    return text.replace("<", "&lt;").replace(">", "&gt;")
