module clock
go 1.20
