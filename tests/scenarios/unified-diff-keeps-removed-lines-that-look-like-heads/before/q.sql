select 1;
-- the old note
select 2;
