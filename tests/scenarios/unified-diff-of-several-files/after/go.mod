module clock
go 1.22
