OPEN = 8
CLOSED = 17
echo open
