select 1;
-- old note
select 2;
select 3;
select 4;
