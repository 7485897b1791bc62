@echo off
set A=2
echo %A%
