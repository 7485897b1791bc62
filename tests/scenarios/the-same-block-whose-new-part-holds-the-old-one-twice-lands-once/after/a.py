import os

run(os)
wait_for(os)
run(os)
