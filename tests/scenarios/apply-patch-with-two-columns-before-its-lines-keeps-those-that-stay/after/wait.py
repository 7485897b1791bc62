import time


def wait(seconds, step=0.1):
    end = time.time() + seconds

    while time.time() < end:   
        time.sleep(step)

        if step < 0.01:
            break
	
    return end


DELAY = 3
