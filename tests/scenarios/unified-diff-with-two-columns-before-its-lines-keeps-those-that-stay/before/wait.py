import time


def wait(seconds):
    end = time.time() + seconds

    while time.time() < end:   
        time.sleep(0.1)
	
    return end


DELAY = 3
