A
B
C
