# Übersicht
name = 'Crème'
