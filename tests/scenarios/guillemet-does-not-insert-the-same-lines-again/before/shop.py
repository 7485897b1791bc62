import math
import decimal
