module clock
