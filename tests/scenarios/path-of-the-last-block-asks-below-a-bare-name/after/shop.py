OPEN = 8
CLOSED = 19
#!/bin/sh
