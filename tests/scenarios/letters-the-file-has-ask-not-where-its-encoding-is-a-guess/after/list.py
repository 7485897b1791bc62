# Übersicht
name = 'Kästchen'
