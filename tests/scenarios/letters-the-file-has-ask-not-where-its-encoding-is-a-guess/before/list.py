# Übersicht
name = 'Käse'
