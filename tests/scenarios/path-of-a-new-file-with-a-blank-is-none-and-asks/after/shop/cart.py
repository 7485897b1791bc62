import math
Gruß
