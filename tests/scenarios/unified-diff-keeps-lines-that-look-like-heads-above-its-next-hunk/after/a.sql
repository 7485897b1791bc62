select 1;
++ new note
select 2;
select 3;
select 5;
