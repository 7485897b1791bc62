name = 'KÃ¤se'
# ÿ
