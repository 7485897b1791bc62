@echo off
set A=1
echo %A%
