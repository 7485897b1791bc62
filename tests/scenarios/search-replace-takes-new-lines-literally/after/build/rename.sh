#!/bin/bash
sed -E 's/(a)(b)/\2\1/; s/x/&$&/' "$1"
printf '%s %d\n' "$2" 5
